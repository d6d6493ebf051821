import { DEMO_ARTICLES, DEMO_QUESTIONS } from '@cairn/workspace/examples/knowledge'
import { DEMO_TAGS } from '@cairn/workspace/examples/tags'
import { DEMO_TEAM } from '@cairn/workspace/examples/team'
import { contains, folded, typoTest } from '@cairn/workspace/lib/forgiving'
import { keyed } from '@cairn/workspace/lib/keyed'
import { CATALOGUE_KINDS, CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { Tag } from '@cairn/workspace/port/records/tags'
import {
  RESULT_TYPES,
  type ResultType,
  type SearchAnswer,
  type SearchResult,
} from '@cairn/workspace/port/search'
import { DEMO_RECORDS } from './catalogues.ts'
import { firstGap } from './gaps.ts'

interface Findable {
  result: SearchResult
  /** The text that is searched beside title and description. */
  also: string
}

/** Finds a text among the examples, by the rules of the server's search. */
export function searchExamples(text: string, limit: number): SearchAnswer {
  const wanted = folded(text.trim())
  const tags = tagsMeantBy(wanted)
  const found =
    tags.length > 0 ? tagged(tags) : wanted === '' ? [] : [...asTyped(wanted), ...withTypo(text, wanted)]
  const ofType = (type: ResultType) => found.filter((result) => result.type === type)
  const shown = new Set(RESULT_TYPES.flatMap((type) => ofType(type).slice(0, limit)))
  return {
    counts: keyed(RESULT_TYPES, (type) => ofType(type).length),
    results: found.filter((result) => shown.has(result)),
    tags: tags.map((tag) => ({
      ...tag,
      kinds: CATALOGUE_KINDS.filter((kind) => recordsWith(kind, [tag]).length > 0),
    })),
  }
}

/** Returns the tags that `#` and the beginning of a name match. */
function tagsMeantBy(wanted: string): readonly Tag[] {
  if (!wanted.startsWith('#')) return []
  return DEMO_TAGS.filter(({ name }) => folded(name).startsWith(wanted.slice(1).trim()))
}

function tagged(tags: readonly Tag[]): readonly SearchResult[] {
  const ids = CATALOGUE_KINDS.flatMap((kind) => recordsWith(kind, tags)).map(({ id }) => id)
  return records()
    .map(resultOf)
    .filter(({ id }) => ids.includes(id))
    .sort(byCloseness(''))
}

function recordsWith(kind: CatalogueKind, tags: readonly Tag[]) {
  return DEMO_RECORDS[kind]().filter((record) => tags.some(({ id }) => record.tags.includes(id)))
}

function asTyped(wanted: string): readonly SearchResult[] {
  return everything().filter(holds(wanted)).map(resultOf).sort(byCloseness(wanted))
}

/** Returns the results whose title contains the text with a typo. */
function withTypo(text: string, wanted: string): readonly SearchResult[] {
  const fits = typoTest(text)
  if (!fits) return []
  return everything()
    .filter((findable) => fits(findable.result.title) && !holds(wanted)(findable))
    .map(resultOf)
    .sort(byCloseness(wanted))
}

const resultOf = ({ result }: Findable) => result

function holds(wanted: string) {
  return ({ result: { title, description }, also }: Findable) =>
    [title, description, also].some((text) => contains(text, wanted))
}

/** Sorts exact titles first, then titles that begin with the text, then by the alphabet. */
function byCloseness(wanted: string) {
  const rank = ({ title }: SearchResult) => {
    const lower = folded(title)
    if (lower === wanted) return 0
    return lower.startsWith(wanted) ? 1 : 2
  }
  return (one: SearchResult, other: SearchResult) =>
    rank(one) - rank(other) || one.title.localeCompare(other.title)
}

function everything(): readonly Findable[] {
  return [...knowledge(), ...questions(), ...records(), ...people()]
}

function knowledge(): readonly Findable[] {
  return DEMO_ARTICLES.map(({ id, title, excerpt, content, lastUpdated }) => ({
    result: {
      id,
      type: 'knowledge',
      title,
      description: excerpt,
      link: `/knowledge/${id}`,
      lastUpdated: new Date(lastUpdated),
      record: null,
    },
    also: content,
  }))
}

function questions(): readonly Findable[] {
  return DEMO_QUESTIONS.map(({ kind, lastUpdated, ...sample }) => ({
    result: {
      ...sample,
      ...(kind === 'process' ? { type: 'process', link: '/processes' } : { type: 'qa', link: '/questions' }),
      lastUpdated: new Date(lastUpdated),
      record: null,
    },
    also: '',
  }))
}

function records(): readonly Findable[] {
  return CATALOGUE_KINDS.flatMap((type) =>
    DEMO_RECORDS[type]().map((record) => ({
      result: {
        id: record.id,
        type,
        title: record.name,
        description: record.description,
        link: CATALOGUES[type].path,
        lastUpdated: record.updatedAt,
        record: {
          status: record.status,
          ownerName: DEMO_TEAM.find(({ id }) => id === record.ownerId)?.name ?? null,
          gap: firstGap(record),
        },
      },
      also: '',
    })),
  )
}

function people(): readonly Findable[] {
  return DEMO_TEAM.map(({ id, name, jobRole, department, knowledgeAreas, joined }) => ({
    result: {
      id,
      type: 'person',
      title: name,
      description: `${jobRole}, ${department}`,
      link: `/team/${id}`,
      lastUpdated: new Date(joined),
      record: null,
    },
    also: knowledgeAreas.join(', '),
  }))
}
