import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { HandoverItem } from '@cairn/workspace/port/records/handovers'
import type { RecordPage } from '@cairn/workspace/port/records/records'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReceiverChoice, type Receivers } from '@/catalogue/handover/receiver-choice.tsx'
import { KINDS } from '@/catalogue/kinds.ts'
import { cn } from '@/lib/cn.ts'
import { formatNumber } from '@/lib/text/numbers.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { handoverQueries } from '@/queries/records/handovers.ts'
import { MoreRows } from '@/shared/loading/more-rows.tsx'
import { personName } from '@/shared/people/person-name.ts'
import type { PickerOption } from '@/ui/picker/list-picker.tsx'
import type { useHandoverChoices } from './handover-choices.ts'
import { reasonOf } from './handover-reason.ts'

interface HandoverKindProps {
  kind: CatalogueKind
  person: { id: string; name: string }
  /** The first page. */
  first: RecordPage<HandoverItem>
  onlyOwned: boolean
  startsOpen: boolean
  receivers: Receivers
  /** The label of the choice of nobody. */
  nobody: string
  choices: ReturnType<typeof useHandoverChoices>
}

/** The records of one kind that a member has, folded under a heading, with the choice of a receiver for each. */
export function HandoverKind(props: HandoverKindProps) {
  const { kind, person, first, onlyOwned, startsOpen } = props
  const { t, i18n } = useTranslation()
  const listId = useId()
  const [isOpen, setOpen] = useState(startsOpen)
  const query = useInfiniteQuery({
    ...handoverQueries.items(useWorkspace(), person.id, onlyOwned, kind),
    initialData: { pages: [first], pageParams: [0] },
  })
  const Icon = KINDS[kind].icon
  const title = t(CATALOGUES[kind].title)
  const items = query.data.pages.flatMap((page) => page.items)
  return (
    <section className="rounded-lg border">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
          className="flex w-full items-center gap-2.5 rounded-lg px-3 py-2.5 text-left font-medium text-sm"
        >
          <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
          <span className="flex-1">
            {title}{' '}
            <span className="text-muted-foreground tabular-nums">
              {formatNumber(first.total, i18n.language)}
            </span>
          </span>
          <ChevronDown
            aria-hidden
            className={cn(
              'size-4 text-muted-foreground transition-transform duration-100 motion-reduce:transition-none',
              isOpen && 'rotate-180',
            )}
          />
        </button>
      </h3>
      <div id={listId} hidden={!isOpen} className="border-t px-3 pb-3">
        {isOpen && (
          <ul aria-label={title} className="divide-y">
            {items.map((item) => (
              <Row key={`${item.part} ${item.id}`} item={item} {...props} />
            ))}
          </ul>
        )}
        <MoreRows query={query} />
      </div>
    </section>
  )
}

function Row({ item, kind, receivers, nobody, choices }: HandoverKindProps & { item: HandoverItem }) {
  const { t } = useTranslation()
  const { name, part, fieldName } = item
  const people = part === 'owner' ? receivers.owner : receivers.expert
  return (
    <li className="grid gap-x-4 gap-y-1.5 py-2.5 md:grid-cols-[minmax(0,1fr)_14rem] md:items-center">
      <div className="min-w-0 text-sm">
        <p className="wrap-anywhere">
          <span dir="auto" className="font-medium">
            {name}
          </span>{' '}
          <span dir="auto" className="text-muted-foreground text-xs">
            {fieldName ?? (part === 'owner' ? t('Owner') : t('Expert'))}
          </span>
        </p>
        <p className="wrap-anywhere text-muted-foreground text-xs">{reasonOf(item, t)}</p>
      </div>
      <ReceiverChoice
        label={
          fieldName === null
            ? t('Who gets {{record}}', { record: name })
            : t('{{field}} of {{record}}', { field: fieldName, record: name })
        }
        people={receivers.isKnown ? people : withSuggested(people, item, t)}
        isKnown={receivers.isKnown}
        nobody={fieldName === null ? nobody : t('Leave unchanged')}
        value={choices.chosen(kind, item)}
        onChange={(to) => choices.choose(kind, item, to)}
      />
    </li>
  )
}

/** Adds the suggested member, who is shown also where the team could not be loaded. */
function withSuggested(
  options: readonly PickerOption[],
  { suggested }: HandoverItem,
  t: TFunction,
): readonly PickerOption[] {
  if (suggested === null || options.some(({ id }) => id === suggested.id)) return options
  return [...options, { id: suggested.id, label: personName(suggested.name, t) }]
}
