import type { DiscoveredCaller, RegisteredCaller } from '../port/discovery.ts'

/** The user agents of programs that run automations, and their platforms. */
const SOURCES: readonly (readonly [RegExp, string])[] = [
  [/zapier/i, 'Zapier'],
  [/\bmake\b|integromat/i, 'Make.com'],
  [/power.?automate|azure-logic-apps|microsoft-flow/i, 'Power Automate'],
]

/** Words in the names and programs of AI agents, and the platform that they point to. */
const PLATFORMS: readonly (readonly [RegExp, string])[] = [
  [/openai|\bgpt/i, 'OpenAI'],
  [/anthropic|claude/i, 'Anthropic'],
]
const AGENT = /\b(?:agent|assistant|copilot|chat-?bot)\b/i

/** Guesses the record of a caller from its name and its user agent. An admin sees the guess and decides. */
export function guessedFrom({ name, agent }: Pick<DiscoveredCaller, 'name' | 'agent'>): RegisteredCaller {
  const said = `${name.replaceAll(/[_.-]+/g, ' ')} ${agent ?? ''}`
  const title = titleOf(name)
  const platform = PLATFORMS.find(([words]) => words.test(said))?.[1]
  if (platform !== undefined || AGENT.test(said))
    return { kind: 'agent', name: title, place: platform ?? 'Other' }
  return {
    kind: 'automation',
    name: title,
    place: SOURCES.find(([words]) => words.test(agent ?? ''))?.[1] ?? 'Other',
  }
}

/** `nightly-stock_sync` as people write it: `Nightly stock sync`. A name with spaces stays as it is. */
function titleOf(name: string): string {
  const spaced = name.includes(' ') ? name : name.replaceAll(/[_-]+/g, ' ').trim()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
