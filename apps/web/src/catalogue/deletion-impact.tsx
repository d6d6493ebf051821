import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { catalogueQueries } from '@/queries/catalogue.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { Checkbox } from '@/ui/checkbox.tsx'
import { Field } from '@/ui/field.tsx'
import { Input } from '@/ui/input.tsx'
import { Select } from '@/ui/select.tsx'
import { CATALOGUES } from '@/workspace/port/catalogues.ts'
import type { DeletionImpact, DeletionWish } from '@/workspace/port/deletion.ts'
import type { CatalogueRecord } from '@/workspace/port/records.ts'
import type { AnyCatalogue } from './definition.ts'
import { recordPath } from './record-path.ts'
import { useRecordChoices } from './use-record-choices.ts'

/** What depends on a record, by kind, each a link with its owner. */
export function DependentRecords({ groups }: { groups: readonly DeletionImpact[] }) {
  const { t } = useTranslation()
  const id = useId()
  return groups.map(({ kind, total, items }) => (
    <section key={kind} className="mt-4">
      <h3 id={`${id}-${kind}`} className="font-medium text-sm">
        {kind === 'article' ? t('Articles') : t(CATALOGUES[kind].title)}{' '}
        <span className="text-muted-foreground">{total}</span>
      </h3>
      <ul
        aria-labelledby={`${id}-${kind}`}
        className="mt-1 max-h-40 overflow-y-auto rounded-md border text-sm"
      >
        {items.map((item) => (
          <li key={item.id} className="flex items-baseline justify-between gap-3 px-3 py-1.5">
            {kind === 'article' ? (
              <span className="wrap-anywhere">{item.name}</span>
            ) : (
              <Link to={recordPath({ kind, id: item.id })} className="wrap-anywhere underline">
                {item.name}
              </Link>
            )}
            <span className="shrink-0 text-muted-foreground text-xs">{item.ownerName ?? t('No owner')}</span>
          </li>
        ))}
        {total > items.length && (
          <li className="px-3 py-1.5 text-muted-foreground">
            {t('and {{count}} more', { count: total - items.length })}
          </li>
        )}
      </ul>
    </section>
  ))
}

interface WishFieldsProps<Item> {
  catalogue: AnyCatalogue<Item>
  record: Item
  wish: DeletionWish
  onChange: (wish: DeletionWish) => void
}

/** What is done along with the deletion: links that go to another record, owners who are told why. */
export function WishFields<Item extends CatalogueRecord>(props: WishFieldsProps<Item>) {
  const { catalogue, record, wish, onChange } = props
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const { choices } = useRecordChoices(catalogueQueries(catalogue.kind, catalogue.part(workspace)), [
    record.id,
  ])
  return (
    <div className="mt-4 flex flex-col gap-4">
      <Field label={t('Move the links to…')}>
        <Select
          value={wish.moveTo ?? ''}
          onChange={(event) => onChange({ ...wish, moveTo: event.target.value || null })}
        >
          <option value="">{t('Nowhere: the links end')}</option>
          {choices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('Reason')}>
        <Input
          maxLength={500}
          autoComplete="off"
          value={wish.reason}
          onChange={(event) => onChange({ ...wish, reason: event.target.value })}
        />
      </Field>
      <Checkbox
        label={t('Tell the owners')}
        hint={t('Whoever owns what depends on it gets a notification with the reason.')}
        checked={wish.tellsOwners}
        onChange={(tellsOwners) => onChange({ ...wish, tellsOwners })}
      />
    </div>
  )
}

/** Asks for the name, where something in use depends on the record. */
export function TypedName({ name, onFit }: { name: string; onFit: (fits: boolean) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  return (
    <Field label={t('Type {{name}} to delete it', { name })} className="mt-4">
      <Input
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          onFit(event.target.value.trim() === name)
        }}
      />
    </Field>
  )
}
