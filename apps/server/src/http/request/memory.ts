import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientNetwork } from '@cairn/auth/rules/client-network'
import { type Place, partOf } from '../../settings/place.ts'
import { type ByteBudget, createByteBudget } from './byte-budget.ts'

/**
 * The memory that the server holds for its clients: bodies until they are answered, answers until they are received.
 */
export interface ClientMemory {
  bodies: ByteBudget
  answers: ByteBudget
}

const MEGABYTE = 1024 * 1024
const BODY_BYTES = 32 * MEGABYTE
const ANSWER_BYTES = 64 * MEGABYTE
/** The minimum of each process, however many there are: several bodies, and the largest answer. */
const LEAST_BODY_BYTES = 4 * MEGABYTE
const LEAST_ANSWER_BYTES = 16 * MEGABYTE

/** Creates the budgets of a process, its part of the server's total. */
export function createClientMemory(place: Place): ClientMemory {
  return {
    bodies: createByteBudget(Math.max(LEAST_BODY_BYTES, partOf(BODY_BYTES, place))),
    answers: createByteBudget(Math.max(LEAST_ANSWER_BYTES, partOf(ANSWER_BYTES, place))),
  }
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
  { clientAddress, bytes }: { clientAddress: string; bytes: number },
): void {
  if (bytes === 0 || outgoing.destroyed) return
  const cut = () => outgoing.destroy()
  answers.hold(outgoing, { network: clientNetwork(clientAddress), bytes, cut })
  outgoing.once('close', () => answers.release(outgoing))
}
