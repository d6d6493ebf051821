import { secretsIn } from '../secrets.ts'
import { type DocumentReader, secretParts } from '../shape.ts'
import { type Entry, entryIn, isEntry, joined, linkText, listIn, textIn } from '../values.ts'

/**
 * Reads the card by which an agent says what it can do. Version 1.0 lists interfaces, 0.3 has an address and a version of
 * the protocol. https://a2a-protocol.org/latest/specification/
 */
export const A2A_CARDS: DocumentReader = {
  shape: 'a2a_cards',
  recognizes: (document) => {
    if (textIn(document['name']) === null || !Array.isArray(document['skills'])) return false
    return (
      Array.isArray(document['supportedInterfaces']) ||
      textIn(document['protocolVersion']) !== null ||
      (textIn(document['url']) !== null && isEntry(document['capabilities']))
    )
  },
  records: (card) => [{ kind: 'agent', cells: cellsOf(card) }],
  leftOut: (card) => secretParts(secretsIn(card['securitySchemes'])),
}

function cellsOf(card: Entry) {
  const provider = entryIn(card['provider'])
  const skills = listIn(card['skills']).map(entryIn)
  const url = addressOf(card)
  return {
    name: textIn(card['name']),
    description: textIn(card['description']),
    platform: 'A2A',
    vendor: textIn(provider['organization']),
    version: textIn(card['version']),
    protocol_version: protocolOf(card),
    skills: joined(skills.map(({ name, id }) => textIn(name) ?? id)),
    tags: joined([...new Set(skills.flatMap(({ tags }) => listIn(tags)))]),
    links: joined(
      [
        url,
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

function protocolOf(card: Entry): string | null {
  const preferred = entryIn(listIn(card['supportedInterfaces'])[0])
  return textIn(preferred['protocolVersion']) ?? textIn(card['protocolVersion'])
}
