/** The next text to read aloud. Screen readers skip unchanged text, so a repeated text gets a no-break space. */
export class Speaker {
  text = $state("");

  say(text: string): void {
    this.text = this.text === text ? `${text}\u00a0` : text;
  }
}
