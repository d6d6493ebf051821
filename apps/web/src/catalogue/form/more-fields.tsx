import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { focusFault } from '@/lib/browser/focus-fault.ts'
import { cn } from '@/lib/cn.ts'
import { Button } from '@/ui/button/button.tsx'
import type { RecordField } from '../fields/field.ts'
import { fieldsToAsk } from '../fields/field-problem.ts'
import { isShownAlone } from '../fields/money.ts'
import { useFields } from '../fields/use-fields.ts'
import { isEmptyValue } from '../fields/values.ts'
import { LinksField } from '../links/links-field.tsx'
import { RelationsField } from '../relations/relations-field.tsx'
import { TagsField } from '../tags/tags-field.tsx'
import { FieldGroups } from './field-groups.tsx'
import type { RecordForm } from './record-form.ts'

export interface MoreFieldsProps {
  kind: CatalogueKind
  /** Null for a record that is still to be created. */
  recordId: string | null
  /** Fields of the catalogue that are folded too, unless they have a value. */
  folded?: ((isOpen: boolean) => ReactNode) | undefined
}

/**
 * The fields beyond the short form, inside of a `FormProvider`. What has a value, or needs one, stands open at once; the
 * others unfold.
 */
export function MoreFields({ kind, recordId, folded: ofCatalogue }: MoreFieldsProps) {
  const isNew = recordId === null
  const { t } = useTranslation()
  const id = useId()
  const { control } = useFormContext<RecordForm>()
  const { field: values } = useController({ name: 'fields', control })
  const [links, tags, relations, ended] = useWatch({ name: ['links', 'tags', 'relations', 'ended'], control })
  const [start] = useState({
    ...{ values: values.value, hasLinks: links.length > 0 },
    hasTags: tags.length > 0,
  })
  const [isOpen, setOpen] = useState(false)
  const fields = fieldsToAsk(useFields(kind), isNew ? null : start.values).filter(isShownAlone)
  useDefaults(fields, isNew)

  const isFirst = ({ key, required }: RecordField) => required || !isEmptyValue(start.values[key])
  const folded = fields.filter((field) => !isFirst(field))
  const unfolded = isOpen ? folded : folded.filter(({ key }) => !isEmptyValue(values.value[key]))
  const leadToFault = (element: HTMLElement | null) =>
    values.ref(element && { focus: () => focusFault(element) })
  return (
    <div ref={leadToFault} className="flex min-w-0 flex-col gap-4">
      <FieldGroups fields={fields.filter(isFirst)} />
      {start.hasTags && <TagsField />}
      {start.hasLinks && <LinksField />}
      <div>
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={isOpen}
          aria-controls={id}
          className="-ml-2.5"
          onClick={() => setOpen(!isOpen)}
        >
          {t('More')}
          <ChevronDown
            aria-hidden
            className={cn(
              'transition-transform duration-100 motion-reduce:transition-none',
              isOpen && 'rotate-180',
            )}
          />
        </Button>
      </div>
      <div id={id} className="flex flex-col gap-4 empty:hidden">
        {!start.hasTags && (isOpen || tags.length > 0) && <TagsField />}
        <FieldGroups fields={unfolded} />
        {!start.hasLinks && (isOpen || links.length > 0) && <LinksField />}
        {(isOpen || relations.length + ended.length > 0) && <RelationsField {...{ kind, recordId }} />}
        {ofCatalogue?.(isOpen)}
      </div>
    </div>
  )
}

/** A new record starts with what its fields suggest. That alone is nothing that a user would lose. */
function useDefaults(fields: readonly RecordField[], isNew: boolean): void {
  const { getFieldState, getValues, resetField } = useFormContext<RecordForm>()
  const suggested = fields.flatMap(({ key, defaultValue }) =>
    defaultValue === null ? [] : [[key, defaultValue] as const],
  )
  const suggest = useEffectEvent((keys: string) => {
    if (!isNew || keys === '' || getFieldState('fields').isDirty) return
    resetField('fields', { defaultValue: { ...Object.fromEntries(suggested), ...getValues('fields') } })
  })
  const keys = suggested.map(([key]) => key).join()
  // Own fields may come after the form.
  useEffect(() => suggest(keys), [keys])
}
