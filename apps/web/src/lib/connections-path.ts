export const CONNECTION_SECTIONS = ['automations', 'agents'] as const

export type ConnectionSection = (typeof CONNECTION_SECTIONS)[number]

/** Where one creates an automation or an agent. */
export function connectionsPath(section: ConnectionSection): string {
  return `/settings?tab=connections&section=${section}`
}

/** The section that an address asks for; for any other word the first that is switched on, or the first. */
export function sectionOf(
  params: URLSearchParams,
  isOn: (section: ConnectionSection) => boolean,
): ConnectionSection {
  return (
    CONNECTION_SECTIONS.find((section) => section === params.get('section')) ??
    CONNECTION_SECTIONS.find(isOn) ??
    'automations'
  )
}
