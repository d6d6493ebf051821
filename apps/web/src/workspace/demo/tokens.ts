import type { TokensPart } from '@cairn/workspace/port/tokens'
import { lazy } from '@/lib/loading/lazy.ts'

const code = lazy(() => import('./tokens-on-demand.ts'))

/** The tokens of the examples, which are loaded with the first look at them. */
export async function demoTokens(): Promise<TokensPart> {
  return (await code.load()).tokensOfExamples
}
