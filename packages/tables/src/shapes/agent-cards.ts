import { rowsOf, type ShapedRows } from './shape.ts'
import { type Entry, entryIn, isEntry, joined, linkText, listIn, textIn } from './values.ts'

const HEAD = [
  'name',
  'description',
  'version',
  'owner',
  'platform',
  'url',
  'skills',
  'tags',
  'links',
  'source_id',
] as const

/**
 * Whether a value is a card by which an agent says what it can do (A2A). Version 1.0 lists interfaces, 0.3 has an address
 * and a version of the protocol.
 */
export function isAgentCard(value: unknown): value is Entry {
  if (!isEntry(value) || textIn(value['name']) === null || !Array.isArray(value['skills'])) return false
  return (
    Array.isArray(value['supportedInterfaces']) ||
    textIn(value['protocolVersion']) !== null ||
    (textIn(value['url']) !== null && isEntry(value['capabilities']))
  )
}

/** Cards as rows. */
export function agentCardRows(cards: readonly Entry[]): ShapedRows {
  return rowsOf('agent_cards', HEAD, cards.map(agentCardRow))
}

function agentCardRow(card: Entry) {
  const provider = entryIn(card['provider'])
  const skills = listIn(card['skills']).map(entryIn)
  const url = addressOf(card)
  return {
    name: textIn(card['name']),
    description: textIn(card['description']),
    version: textIn(card['version']),
    owner: textIn(provider['organization']),
    platform: protocolOf(card),
    url,
    skills: joined(skills.map(({ name, id }) => textIn(name) ?? id)),
    tags: joined([...new Set(skills.flatMap(({ tags }) => listIn(tags)))]),
    links: joined(
      [
        linkText(card['documentationUrl'], 'Documentation'),
        linkText(provider['url'], provider['organization']),
      ],
      '\n',
    ),
    source_id: url ?? textIn(card['name']),
  }
}

/** The first interface is the preferred one. */
function addressOf(card: Entry): string | null {
  return textIn(entryIn(listIn(card['supportedInterfaces'])[0])['url']) ?? textIn(card['url'])
}

function protocolOf(card: Entry): string {
  const preferred = entryIn(listIn(card['supportedInterfaces'])[0])
  const version = textIn(preferred['protocolVersion']) ?? textIn(card['protocolVersion'])
  return version ? `A2A ${version}` : 'A2A'
}
