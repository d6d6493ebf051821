import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientNetwork } from '@cairn/auth/rules/client-network'
import { type ByteBudget, createByteBudget } from './byte-budget.ts'

/** What the server holds for its clients: bodies until they are answered, answers until they are taken. */
export interface ClientMemory {
  bodies: ByteBudget
  answers: ByteBudget
}

const BODY_BYTES = 32 * 1024 * 1024
const ANSWER_BYTES = 64 * 1024 * 1024

export function createClientMemory(): ClientMemory {
  return { bodies: createByteBudget(BODY_BYTES), answers: createByteBudget(ANSWER_BYTES) }
}

/** Counts the body of a request while it grows, and until the request is answered. */
export function holdBody(
  { bodies }: ClientMemory,
  { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse },
  clientAddress: string,
): (bytes: number) => void {
  const network = clientNetwork(clientAddress)
  const cut = () => incoming.destroy()
  outgoing.once('close', () => bodies.release(incoming))
  return (bytes) => bodies.hold(incoming, { network, bytes, cut })
}

/** Counts an answer whose length is known until its client has taken it. */
export function holdAnswer(
  { answers }: ClientMemory,
  outgoing: ServerResponse,
  { clientAddress, answer }: { clientAddress: string; answer: Response },
): void {
  const bytes = Number(answer.headers.get('content-length') ?? 0)
  if (bytes === 0 || outgoing.destroyed) return
  const cut = () => outgoing.destroy()
  answers.hold(outgoing, { network: clientNetwork(clientAddress), bytes, cut })
  outgoing.once('close', () => answers.release(outgoing))
}
