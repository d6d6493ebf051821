import type { RecordGroup } from '@cairn/workspace/port/records/groups'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { costsText, recordsText } from './group-words.ts'

interface GroupHeadProps {
  group: RecordGroup
  label: string
  isOpen: boolean
  onToggle: () => void
}

/** The name of a group, with its number and costs: a press opens and closes it. */
export function GroupHead({ group, label, isOpen, onToggle }: GroupHeadProps) {
  const { t, i18n } = useTranslation()
  const costs = costsText(group.costs, t, i18n.language)
  return (
    <h2>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex min-h-9 w-full flex-wrap items-center gap-x-2 px-3 py-1 text-left text-sm hover:bg-muted max-md:min-h-11 max-md:rounded-md max-md:px-2 md:border-b md:bg-muted/50"
      >
        <ChevronRight
          aria-hidden
          className={`size-4 shrink-0 text-muted-foreground ${isOpen ? 'rotate-90' : ''}`}
        />
        <span dir="auto" className="wrap-anywhere min-w-0 font-medium">
          {label}
        </span>
        <span className="text-muted-foreground text-xs tabular-nums">
          {recordsText(group.records, t, i18n.language)}
        </span>
        {costs !== null && (
          <span className="ml-auto text-muted-foreground text-xs tabular-nums">{costs}</span>
        )}
      </button>
    </h2>
  )
}
