import type { Connect, ServiceClient } from './client.ts'
import { accessFailure } from './failures.ts'

interface AuthAnswer {
  data: unknown
  error: Error | null
}

/** The data of a successful answer. */
type DataOf<Answer> = Answer extends { data: infer Data; error: null } ? Data : never

/** Sends one auth request with the official client. @throws AccessError for every failure. */
export type AskAuth = <Answer extends AuthAnswer>(
  request: (auth: ServiceClient['supabase']['auth']) => Promise<Answer>,
) => Promise<DataOf<Answer>>

/** Loads the client where necessary; a failure to load it is an `AccessError` as well. */
export function createAskAuth(connect: Connect): AskAuth {
  return async (request) => {
    const client = await connect().catch((error: unknown) => {
      throw accessFailure(error, null)
    })
    const answer = await request(client.supabase.auth)
    if (hasWorked(answer)) return answer.data
    throw accessFailure(answer.error, client.lastAuthFailure())
  }
}

function hasWorked<Answer extends AuthAnswer>(
  answer: Answer,
): answer is Answer & { data: DataOf<Answer>; error: null } {
  return answer.error === null
}
