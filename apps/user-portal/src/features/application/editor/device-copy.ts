import type { FormStore } from '@clearcall/ui/form/form-store.ts';
import type { Unsaved } from '@clearcall/ui/form/unsaved-batch.ts';

/** Writes on this device before anything is sent, so that nothing is lost on the way. */
export interface Keeper {
  /** null: nothing is unsaved, and nothing stays on the device. */
  write(unsaved: Unsaved | null): Promise<void>;
  /** Done when it returns, for a page that may end with the next step. */
  writeAtOnce(unsaved: Unsaved | null): void;
}

/** The copy of a form's unsaved answers on this device. It is removed once everything is saved. */
export class DeviceCopy {
  private readonly store: FormStore;
  private readonly keeper: Keeper;
  private written: Promise<void> = Promise.resolve();
  private isWriting = false;
  private isWanted = false;
  /** Whether something of this page is on the device. */
  private exists = false;

  constructor(store: FormStore, keeper: Keeper) {
    this.store = store;
    this.keeper = keeper;
  }

  /** Writes what is not saved, as it is now; one write at a time, the next one has what changed meanwhile. */
  write(): Promise<void> {
    this.isWanted = true;
    if (!this.isWriting) this.written = this.writeAll();
    return this.written;
  }

  /** Writes what earlier pages left as this page's own, also where nothing of it is unsaved any more. */
  writeTakenUp(): Promise<void> {
    this.exists = true;
    return this.write();
  }

  /** Done when it returns, for a page that may end with the next step. */
  writeAtOnce(): void {
    this.exists = true;
    try {
      this.keeper.writeAtOnce(this.store.unsaved());
    } catch {
      // Storage may be full or forbidden; the page still holds the answers, and the warning on leaving stays.
    }
  }

  private async writeAll(): Promise<void> {
    this.isWriting = true;
    while (this.isWanted) {
      this.isWanted = false;
      const unsaved = this.store.unsaved();
      if (unsaved === null && !this.exists) continue;
      this.exists = true;
      try {
        await this.keeper.write(unsaved);
        if (unsaved === null && !this.isWanted) this.exists = false;
      } catch {
        // As above.
      }
    }
    this.isWriting = false;
  }
}
