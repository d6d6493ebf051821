import { problemResponse } from '../request/problems.ts'
import type { Verdict } from './rate-limits.ts'

/** Answers a request that was counted, or refuses it; its headers say how much is left either way. */
export async function limited(
  path: string,
  counted: Promise<Verdict | null> | undefined,
  answer: () => Promise<Response>,
): Promise<Response> {
  const verdict = (await counted) ?? null
  if (verdict === null) return answer()
  if (verdict.problem !== null) return problemResponse(path, verdict.problem)
  const response = await answer()
  for (const [name, value] of Object.entries(verdict.headers)) response.headers.set(name, value)
  return response
}
