import { chunkMissing } from './chunk-missing.ts'
import { once } from './once.ts'

/**
 * The methods of a part whose code is loaded with the first call of any of them: `open` imports and creates it. They are
 * named, because what is not loaded cannot be asked for its own.
 */
export function onDemand<Part, Name extends keyof Part & string>(
  open: () => Promise<Part>,
  names: readonly Name[],
): Pick<Part, Name>
export function onDemand(
  open: () => Promise<Record<string, (...given: unknown[]) => unknown>>,
  names: readonly string[],
): Record<string, (...given: unknown[]) => Promise<unknown>> {
  const load = once(() => open().catch(chunkMissing))
  return Object.fromEntries(
    names.map((name) => [name, async (...given: unknown[]) => (await load())[name]?.(...given)]),
  )
}
