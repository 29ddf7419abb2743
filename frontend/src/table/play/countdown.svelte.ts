// The server's clock as shown on the page: set by each view, counting down to zero.
import type { Clock } from "../../api/messages";
import { countdown, seconds, share, ticking, type Countdown as Count } from "../../lib/clock";

export class Countdown {
  seconds = $state(0);
  part = $state(0); // from 1 to 0
  running = $state(false);
  urgent = $state(false); // something is lost when it runs out
  #stop: (() => void) | undefined;

  set(clock: Clock | null): void {
    this.#stop?.();
    this.#stop = undefined;
    this.running = clock !== null;
    this.urgent = clock?.waits_for === "turn" || clock?.waits_for === "bets";
    if (clock === null) return;
    const count = countdown(clock);
    this.#stop = ticking(() => this.#show(count), 250);
  }

  stop(): void {
    this.#stop?.();
  }

  #show(count: Count): void {
    this.seconds = seconds(count);
    this.part = share(count);
  }
}
