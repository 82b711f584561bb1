// PocketBase with a collection of log entries. "fill N" adds entries up to N, "serve" serves them.
package main

import (
	"fmt"
	"log"
	"strconv"

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
	"github.com/spf13/cobra"
)

const batch = 5000

func main() {
	// New prints each statement of a program in a folder for temporary files.
	app := pocketbase.NewWithConfig(pocketbase.Config{})
	app.RootCmd.AddCommand(&cobra.Command{
		Use:  "fill N",
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			count, err := strconv.Atoi(args[0])
			if err != nil {
				return err
			}
			return fill(app, count)
		},
	})
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}

func fill(app core.App, count int) error {
	if err := app.Bootstrap(); err != nil {
		return err
	}
	if err := app.RunAllMigrations(); err != nil {
		return err
	}
	logs, err := app.FindCollectionByNameOrId("logs")
	if err != nil {
		if logs, err = create(app); err != nil {
			return err
		}
	}
	stored, err := app.CountRecords(logs)
	if err != nil {
		return err
	}
	for first := int(stored); first < count; first += batch {
		err := app.RunInTransaction(func(tx core.App) error {
			for i := first; i < min(first+batch, count); i++ {
				entry := core.NewRecord(logs)
				entry.Set("time", i)
				entry.Set("source", fmt.Sprintf("source-%d", i%7))
				entry.Set("type", fmt.Sprintf("type-%d", i%5))
				entry.Set("message", fmt.Sprintf("Order %d was filled at the price of the day", i))
				if err := tx.Save(entry); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// create makes a collection that everyone can read and write.
func create(app core.App) (*core.Collection, error) {
	logs := core.NewBaseCollection("logs")
	logs.ListRule = types.Pointer("")
	logs.ViewRule = types.Pointer("")
	logs.CreateRule = types.Pointer("")
	logs.Fields.Add(
		&core.NumberField{Name: "time"},
		&core.TextField{Name: "source"},
		&core.TextField{Name: "type"},
		&core.TextField{Name: "message"},
	)
	logs.AddIndex("logs_time", false, "time", "")
	logs.AddIndex("logs_source", false, "source, time", "")
	logs.AddIndex("logs_type", false, "type, time", "")
	return logs, app.Save(logs)
}
