export const CONNECTION_SECTIONS = ['automations', 'agents'] as const

export type ConnectionSection = (typeof CONNECTION_SECTIONS)[number]

/** The path of the form that creates an automation or an agent. */
export function connectionsPath(section: ConnectionSection): string {
  return `/settings?tab=connections&section=${section}`
}

/** The section in the address; without a known one the first that is switched on, or else the first. */
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
