const SITES = new Map([
  ['OpenAI', 'https://platform.openai.com/'],
  ['Anthropic', 'https://console.anthropic.com/'],
])

/** The site of an agent's platform; null where it has none. */
export function agentLink({ platform }: { platform: string }): URL | null {
  const site = SITES.get(platform)
  return site === undefined ? null : new URL(site)
}
