import { asRetryable } from '../store/retryable.ts'
import type { Transaction } from '../store/transaction.ts'

/** A Postgres function that the product offers as hook. */
export interface HookFunction {
  schema: string
  name: string
}

/** A hook of the product failed. The caller learns nothing about it; the log gets the cause. */
export class HookFailed extends Error {
  override name = 'HookFailed'

  constructor(hook: HookFunction, options: { cause: unknown }) {
    super(`The hook ${hook.schema}.${hook.name} failed.`, options)
  }
}

/** No hook may delay a sign-in for longer. */
const TIMEOUT = '2s'

/** Calls a hook with a JSON value and returns what it answers. Throws {@link HookFailed} or DatabaseUnavailable. */
export async function callFunction(
  tx: Transaction,
  hook: HookFunction,
  input: Record<string, unknown>,
): Promise<unknown> {
  try {
    await tx`select set_config('statement_timeout', ${TIMEOUT}, true)`
    const [row] = await tx<{ output: unknown }[]>`
      select ${tx(hook.schema)}.${tx(hook.name)}(${JSON.stringify(input)}::text::jsonb) as output`
    return row?.output ?? null
  } catch (error) {
    throw asRetryable(error) ?? new HookFailed(hook, { cause: error })
  }
}
