/**
 * Plays one song at a time, and the next one after it. The address of a song, such as /music#song.wav, selects it. Without this
 * script, each song has the player of the browser.
 * @module
 */
const players = [...document.querySelectorAll('audio')];

for (const [number, player] of players.entries()) {
  player.addEventListener('play', () => {
    for (const other of players) if (other !== player) other.pause();
    const song = player.closest('li');
    history.replaceState(null, '', `#${song.id}`);
    if ('mediaSession' in navigator) {
      navigator.mediaSession.metadata = new MediaMetadata({title: song.querySelector('a').textContent,
        artist: song.closest('section').querySelector('p.fine')?.textContent ?? '', album: song.closest('section').querySelector('h2')?.textContent ?? ''});
      const play = index => (players[index] ? () => players[index].play() : null);
      navigator.mediaSession.setActionHandler('previoustrack', play(number - 1));
      navigator.mediaSession.setActionHandler('nexttrack', play(number + 1));
    }
  });
  player.addEventListener('ended', () => {
    const next = players[number + 1];
    if (next) {
      next.currentTime = 0;
      next.play();
      next.focus();
    }
  });
}
