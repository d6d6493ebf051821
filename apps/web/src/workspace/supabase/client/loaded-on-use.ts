import { once } from '@/lib/loading/once.ts'

/**
 * A part of the workspace that one screen needs: its code is a file of its own, loaded when a method is called first.
 * All its methods return promises, and none uses `this`. They reject with the failure where the file cannot be loaded.
 */
export function loadedOnUse<Part extends object>(load: () => Promise<Part>): Part {
  const part: () => Promise<object> = once(load)
  const target: Part = Object.create(null)
  return new Proxy(target, {
    get: (_, name) => {
      // Otherwise it would look like a promise.
      if (name === 'then') return undefined
      return async (...given: unknown[]) => Reflect.apply(Reflect.get(await part(), name), undefined, given)
    },
  })
}
