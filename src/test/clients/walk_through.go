// A walk through a running node by the generated client alone: walk ADDRESS CODE WAV
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	gatehouse "example.org/gatehouse/client"
)

// newKey returns a key that no other request has.
func newKey() string { return fmt.Sprint("walk-", time.Now().UnixNano()) }

func must(right bool, what string) {
	if !right {
		fmt.Fprintln(os.Stderr, what)
		os.Exit(1)
	}
}

func code(err error) gatehouse.ErrorCode {
	var failure *gatehouse.GenericOpenAPIError
	must(errors.As(err, &failure), fmt.Sprint("the call fails with a reply: ", err))
	reply, known := failure.Model().(gatehouse.ErrorReply)
	must(known, fmt.Sprint("the error has a body: ", string(failure.Body())))
	return reply.Code
}

func client(address string, token string) *gatehouse.APIClient {
	settings := gatehouse.NewConfiguration()
	settings.Servers = gatehouse.ServerConfigurations{{URL: address}}
	if token != "" {
		settings.AddDefaultHeader("Authorization", "Bearer "+token)
	}
	return gatehouse.NewAPIClient(settings)
}

func main() {
	address, secret, name := os.Args[1], os.Args[2], os.Args[3]
	ctx := context.Background()
	stranger := client(address, "")
	_, _, err := stranger.MediaAPI.MediaListAudio(ctx).Execute()
	must(code(err) == gatehouse.CREDENTIAL_REQUIRED, "no credential")
	access, _, err := stranger.AccessAPI.AccessValidateAccess(ctx).CodeRequest(*gatehouse.NewCodeRequest(secret)).Execute()
	must(err == nil, fmt.Sprint("signing in: ", err))
	owner := client(address, access.Token)

	content, err := os.ReadFile(name)
	must(err == nil, fmt.Sprint(err))
	wav, err := os.CreateTemp("", "walk*.wav")
	must(err == nil, fmt.Sprint(err))
	defer os.Remove(wav.Name())
	_, err = wav.Write(content)
	must(err == nil, fmt.Sprint(err))
	_, err = wav.Seek(0, 0)
	must(err == nil, fmt.Sprint(err))
	stored, _, err := owner.MediaAPI.MediaUploadAudio(ctx).File(wav).Execute()
	must(err == nil && int(stored.Size) == len(content), fmt.Sprint("the upload has its size: ", err))

	request := *gatehouse.NewNotifyRequest("Walk", "through")
	notify := func(key string) string {
		receipt, _, err := owner.NotificationsAPI.NotificationsNotify(ctx).NotifyRequest(request).IdempotencyKey(key).Execute()
		must(err == nil, fmt.Sprint("notifying: ", err))
		return receipt.Data.Id
	}
	page := func(skip int32) string {
		list, _, err := owner.NotificationsAPI.NotificationsList(ctx).Limit(1).Skip(skip).Execute()
		must(err == nil, fmt.Sprint("listing: ", err))
		return list.Data.Notifications[0].Id
	}
	key := newKey()
	first := notify(key)
	must(first == notify(key), "a repeat has the first reply")
	notify(newKey())
	must(page(1) == first && page(0) != first, "the second page has the first notification")
	_, _, err = owner.NotificationsAPI.NotificationsNotify(ctx).NotifyRequest(*gatehouse.NewNotifyRequest("", "b")).Execute()
	must(code(err) == gatehouse.PARAMETER_INVALID, "an empty title is refused")
	fmt.Println("the Go client has walked through")
}
