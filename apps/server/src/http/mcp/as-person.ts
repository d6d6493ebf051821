import type { DataApi } from '@cairn/data-api/handler'
import type { Caller } from '@cairn/postgres/pool/caller'
import { z } from 'zod'

/** The code of a refusal, and its parameters behind a blank: `token.scope_missing {…}`. Postgres has other details. */
const NAMED = /^[a-z_]+(?:\.[a-z_]+)?(?: \{.*\})?$/

/** A refusal of the database, in its own sentence: the assistant receives it, and the server reports no error. */
export class Refused extends Error {
  override name = 'Refused'
  /** 401 where the token opens nothing any more: it was revoked, has expired, or its person may not come in. */
  readonly status: number
  /** The code of the refusal with its parameters; null where the message is one of Postgres. */
  readonly details: string | null

  constructor(message: string, { status = 400, details }: { status?: number; details: string | null }) {
    super(message)
    this.status = status
    this.details = details
  }
}

/** The data of Cairn as the person sees it whose token this is. */
export interface AsPerson {
  /** Reads rows of a table: `/systems?select=id`. Throws {@link Refused}. */
  rows<T extends z.ZodType>(url: string, row: T): Promise<z.infer<T>[]>
  /** Adds a row to a table, and returns it. Throws {@link Refused}. */
  add<T extends z.ZodObject>(table: string, row: Record<string, unknown>, answer: T): Promise<z.infer<T>>
  /** Calls a procedure. Throws {@link Refused}. */
  call<T extends z.ZodType>(procedure: string, args: Record<string, unknown>, answer: T): Promise<z.infer<T>>
}

const refusal = z.object({
  message: z.string(),
  hint: z.string().nullish(),
  details: z.string().nullish(),
})

async function answerOf(response: Response): Promise<unknown> {
  if (response.ok) return response.json()
  const { message, hint, details } = refusal.parse(await response.json())
  if (response.status >= 500) throw new Error(message)
  throw new Refused(hint ? `${message} ${hint}` : message, {
    status: response.status,
    details: details && NAMED.test(details) ? details : null,
  })
}

const jsonType = new Headers({ 'content-type': 'application/json' })
const answeringRow = new Headers({
  ...Object.fromEntries(jsonType),
  accept: 'application/vnd.pgrst.object+json',
  prefer: 'return=representation',
})

/** Asks as a caller: row security, the scope of the token and privacy decide, as they do over the API. */
export function asPerson(
  data: DataApi,
  caller: Caller,
  request: { id: string; forwardedHeaders: Record<string, string> },
): AsPerson {
  return {
    async rows(url, row) {
      const response = await data.handle(
        { ...request, method: 'GET', url, headers: new Headers(), body: null },
        caller,
      )
      return z.array(row).parse(await answerOf(response))
    },
    async add(table, row, answer) {
      const url = `/${table}?select=${Object.keys(answer.shape).join(',')}`
      const body = JSON.stringify(row)
      const response = await data.handle(
        { ...request, method: 'POST', url, headers: answeringRow, body },
        caller,
      )
      return answer.parse(await answerOf(response))
    },
    async call(procedure, args, answer) {
      const url = `/rpc/${procedure}`
      const body = JSON.stringify(args)
      const response = await data.handle({ ...request, method: 'POST', url, headers: jsonType, body }, caller)
      return answer.parse(await answerOf(response))
    },
  }
}
