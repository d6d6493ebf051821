import { keyed } from '@cairn/workspace/lib/keyed'
import { CATALOGUE_KINDS, CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { RESULT_TYPES, type ResultType } from '@cairn/workspace/port/search'
import type { TFunction } from 'i18next'
import { BookOpen, type LucideIcon, MessagesSquare, UserRound, Workflow } from 'lucide-react'
import { KINDS } from '@/catalogue/kinds.ts'

export const TYPE_ICONS: Record<ResultType, LucideIcon> = {
  ...keyed(CATALOGUE_KINDS, (kind) => KINDS[kind].icon),
  knowledge: BookOpen,
  process: Workflow,
  qa: MessagesSquare,
  person: UserRound,
}

/** Whether a result is a record of a catalogue. */
export function isRecord(type: ResultType): type is CatalogueKind {
  return CATALOGUE_KINDS.some((kind) => kind === type)
}

/** Returns the label for the type of a result. */
export function typeLabel(type: ResultType, t: TFunction): string {
  return type === 'knowledge' ? t('Knowledge Base') : tabLabel(type, t)
}

/** The tabs of the search: the specified ones first, then those of further types. */
export const SEARCH_TABS = ['all', ...RESULT_TYPES] as const

export type SearchTab = (typeof SEARCH_TABS)[number]

/** Returns the tab that an address names; all for any other word. */
export function tabOf(params: URLSearchParams): SearchTab {
  return SEARCH_TABS.find((tab) => tab === params.get('tab')) ?? 'all'
}

export function tabLabel(tab: SearchTab, t: TFunction): string {
  switch (tab) {
    case 'all':
      return t('All')
    case 'knowledge':
      return t('Knowledge')
    case 'process':
      return t('Process')
    case 'qa':
      return t('Q&A')
    case 'person':
      return t('Person')
    default:
      return t(CATALOGUES[tab].one)
  }
}
