import { GuestModeError, NotSignedIn } from '../errors.ts'
import type { CataloguePart } from '../port/records.ts'

const LOADING_MS = 800

/** Built-in data, which takes its time to load like any other. */
export function loaded<T>(read: () => T): Promise<T> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(read()), LOADING_MS)
  })
}

/** The answer to a guest who saves something. */
export async function notSaved(things: string): Promise<never> {
  throw new GuestModeError(things)
}

export async function notSignedIn(message: string): Promise<never> {
  throw new NotSignedIn(message)
}

/** A catalogue to look at. */
export function samples<Item>(
  things: string,
  read: () => readonly Item[],
): CataloguePart<Item, unknown, unknown> {
  return {
    list: () => loaded(read),
    add: () => notSaved(things),
    update: () => notSaved(things),
    remove: () => notSaved(things),
  }
}
