import type { TokensPart } from '@cairn/workspace/port/tokens'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** Loads the API tokens with their first use. */
export function createTokens(connect: Connect): () => Promise<TokensPart> {
  return lazyPart(
    () => import('./tokens-on-demand.ts'),
    (code) => code.createTokensOnDemand(connect),
  ).load
}
