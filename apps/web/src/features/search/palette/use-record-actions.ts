import { BookOpen, Link2, Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { linkTitle } from '@/catalogue/links/link-text.ts'
import { useValueChoices, type ValueChoices } from '@/catalogue/list/edit/use-value-choices.tsx'
import { type OpenedRecord, useOpenedRecord } from '@/catalogue/opened-record.ts'
import { recordPagePath } from '@/catalogue/record-path.ts'
import { webAddress } from '@/lib/address/web-address.ts'
import { toggled } from '@/lib/toggled.ts'
import { copyLink } from '@/shared/copy-link.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import type { Entry, EntryGroup } from './entries.ts'

/** Gives what the palette does with the record on the screen; null where there is none. */
export function useRecordActions(): EntryGroup | null {
  const opened = useOpenedRecord()
  const copy = useCopyLink()
  const runbooks = useRunbooks(opened)
  const changes = useChanges(opened)
  if (opened === null) return null
  return {
    id: 'record',
    heading: opened.record.name,
    entries: [...changes, copy(opened), ...runbooks],
  }
}

/** Each value that is chosen from a list: status, owner, tags, and fields with choices. */
function useChanges(opened: OpenedRecord | null): readonly Entry[] {
  const { t } = useTranslation()
  const refusal = useRefusal()
  const all = useValueChoices(opened?.kind ?? 'system', opened?.record ?? null)
  if (opened === null) return []
  const disabledReason = refusal('change-record', opened.record)
  return all.map((one) => ({
    id: `change-${one.column}`,
    label: t('Change {{field}}…', { field: one.label }),
    icon: Pencil,
    detail: one.textOf(one.chosen),
    disabledReason,
    run: () => {},
    choices: valuesOf(one, opened),
  }))
}

function valuesOf({ valueFrom, textOf, ...one }: ValueChoices, { change }: OpenedRecord): readonly Entry[] {
  return one.options.map(({ id, label, keywords }) => ({
    id: `value-${id}`,
    label,
    icon: Pencil,
    ...(keywords !== undefined && { keywords }),
    isChosen: one.chosen.includes(id),
    run: () => {
      const ids = one.multiple ? toggled(one.chosen, id) : [id]
      change({ column: one.column, label: one.label, value: valueFrom(ids), text: textOf(ids) })
    },
  }))
}

function useCopyLink(): (opened: OpenedRecord) => Entry {
  const { t } = useTranslation()
  return ({ kind, record }) => ({
    id: 'copy-link',
    label: t('Copy link'),
    icon: Link2,
    run: () => void copyLink(recordPagePath({ kind, id: record.id }), t),
  })
}

function useRunbooks(opened: OpenedRecord | null): readonly Entry[] {
  const { t } = useTranslation()
  const runbooks = opened?.record.links.filter(({ purpose }) => purpose === 'runbook') ?? []
  return runbooks.flatMap((link, index) => {
    const address = webAddress(link.url)
    if (address === null) return []
    return {
      id: `runbook-${index}`,
      label: t('Open runbook'),
      icon: BookOpen,
      detail: linkTitle(link),
      run: () => void window.open(address, '_blank', 'noopener,noreferrer'),
    }
  })
}
