const CONNECTION_SECTIONS = ['automations', 'agents'] as const

export type ConnectionSection = (typeof CONNECTION_SECTIONS)[number]

/** Where one creates an automation or an agent. */
export function connectionsPath(section: ConnectionSection): string {
  return `/settings?tab=connections&section=${section}`
}

/** The section that an address asks for; the first for any other word. */
export function sectionOf(params: URLSearchParams): ConnectionSection {
  return CONNECTION_SECTIONS.find((section) => section === params.get('section')) ?? 'automations'
}
