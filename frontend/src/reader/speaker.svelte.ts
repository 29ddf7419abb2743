/** What is read aloud next. A reader passes over a text that is already there, so an equal one gets a no-break space. */
export class Speaker {
  text = $state("");

  say(text: string): void {
    this.text = this.text === text ? `${text}\u00a0` : text;
  }
}
