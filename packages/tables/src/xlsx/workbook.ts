import type { Archive } from './archive.ts'
import { damaged, type XmlHandler, xmlReader } from './xml.ts'

export interface Workbook {
  sheets: readonly { name: string; path: string }[]
  /** Whether days are counted from 1904, as old Macs did. */
  from1904: boolean
  stringsPath: string | null
  stylesPath: string | null
}

/** More sheets than a user would choose from. */
const MOST_SHEETS = 1_000

/** The sheets of a workbook that users see, and where its parts are. */
export function readWorkbook(archive: Archive): Workbook {
  const workbookPath = relationsOf(archive, '_rels/.rels', '').find(
    ({ type }) => type === 'officeDocument',
  )?.path
  const path = workbookPath ?? 'xl/workbook.xml'
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const relations = relationsOf(archive, `${folder}_rels/${path.slice(folder.length)}.rels`, folder)
  const named: { name: string; id: string }[] = []
  let from1904 = false
  readPart(archive, path, {
    open(name, attribute) {
      if (name === 'workbookPr') from1904 = isTrue(attribute('date1904'))
      if (name !== 'sheet' || (attribute('state') ?? 'visible') !== 'visible') return
      named.push({ name: attribute('name') ?? '', id: attribute('r:id') ?? attribute('id') ?? '' })
      if (named.length > MOST_SHEETS) throw damaged()
    },
  })
  const sheets = named.flatMap(({ name, id }) => {
    const relation = relations.find((each) => each.id === id && each.type === 'worksheet')
    return relation && archive.has(relation.path) ? [{ name, path: relation.path }] : []
  })
  const pathOf = (type: string) => relations.find((each) => each.type === type)?.path ?? null
  return { sheets, from1904, stringsPath: pathOf('sharedStrings'), stylesPath: pathOf('styles') }
}

/** Reads a part of the archive as XML. */
export function readPart(archive: Archive, path: string, handler: XmlHandler): void {
  const reader = xmlReader(handler)
  archive.read(path, reader.write)
}

export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

interface Relation {
  id: string
  /** The last word of the address of its type: the two versions of the format differ before it. */
  type: string
  path: string
}

/** The relations of a part; none where it has no file for them. */
export function relationsOf(archive: Archive, path: string, folder: string): readonly Relation[] {
  if (!archive.has(path)) return []
  const relations: Relation[] = []
  readPart(archive, path, {
    open(name, attribute) {
      if (name !== 'Relationship') return
      const target = attribute('Target') ?? ''
      const type = attribute('Type') ?? ''
      relations.push({
        id: attribute('Id') ?? '',
        type: type.slice(type.lastIndexOf('/') + 1),
        path: target.startsWith('/') ? target.slice(1) : folder + target,
      })
    },
  })
  return relations
}
