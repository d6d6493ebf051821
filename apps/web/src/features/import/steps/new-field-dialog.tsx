import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { OWN } from '@cairn/workspace/port/records/field-keys'
import { COLORS, type FieldType } from '@cairn/workspace/port/records/fields'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { ownFieldQueries } from '@/queries/own-fields.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Select } from '@/ui/form/select.tsx'
import { withUse } from '../matching/first-mapping.ts'
import { useGuess } from '../matching/use-look.ts'
import { columnName } from '../reading/column-name.ts'
import type { Mapping } from '../reading/mapping.ts'
import type { Preview } from '../reading/preview.ts'

/** The types that a column can become. Choices are the words that are in it. */
const TYPES = {
  text: phrase('Text'),
  long_text: phrase('Long text'),
  number: phrase('Number'),
  date: phrase('Date'),
  yes_no: phrase('Yes or no'),
  choice: phrase('Choice'),
  address: phrase('Web address'),
  member: phrase('Member'),
} as const satisfies Partial<Record<FieldType, Phrase>>
type Type = keyof typeof TYPES
const TYPE_NAMES = Object.keys(TYPES).filter((name): name is Type => Object.hasOwn(TYPES, name))

const LONGEST_NAME = 60

interface NewFieldDialogProps {
  kind: CatalogueKind
  preview: Preview
  mapping: Mapping
  column: number
  onAdded: (mapping: Mapping) => void
  onClose: () => void
}

/** Makes an own field of a column. */
export function NewFieldDialog({ kind, preview, mapping, column, onAdded, onClose }: NewFieldDialogProps) {
  const { t } = useTranslation()
  const guess = useGuess(column)
  const [name, setName] = useState(columnName(preview.head, column).slice(0, LONGEST_NAME))
  const [chosen, setChosen] = useState<Type | null>(null)
  const guessed = TYPE_NAMES.find((type) => type === guess?.type) ?? 'text'
  const type = chosen ?? guessed
  const { add, isAdding } = useAddField(kind, (key) => {
    onAdded(withUse(mapping, column, { use: 'field', key: OWN + key }, []))
    onClose()
  })
  const isNamed = name.trim() !== ''
  return (
    <EntityDialog
      open
      narrow
      onOpenChange={onClose}
      locked={isAdding}
      title={t('New field')}
      description={t('All records of this kind get it.')}
      onSubmit={(event) => {
        event.preventDefault()
        if (isNamed && !isAdding)
          add({ name: name.trim(), type, words: type === 'choice' ? (guess?.words ?? []) : [] })
      }}
      footer={<SubmitButtons label={t('Add Field')} pending={isAdding} onCancel={onClose} />}
    >
      <div className="flex flex-col gap-4">
        <Field label={t('Name')} required error={isNamed ? null : t('Enter a name.')}>
          <Input
            value={name}
            maxLength={LONGEST_NAME}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <Field label={t('Type')} {...(type === 'choice' && guess && { hint: guess.words.join(', ') })}>
          <Select
            value={type}
            onChange={({ target }) => setChosen(TYPE_NAMES.find((each) => each === target.value) ?? null)}
          >
            {TYPE_NAMES.map((each) => (
              <option key={each} value={each}>
                {t(TYPES[each])}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </EntityDialog>
  )
}

interface NewField {
  name: string
  type: Type
  words: readonly string[]
}

function useAddField(kind: CatalogueKind, onAdded: (key: string) => void) {
  const { t } = useTranslation()
  const { ownFields } = useWorkspace()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ name, type, words }: NewField) =>
      ownFields.add(kind, {
        ...{
          name,
          type,
          help: '',
          unit: '',
          required: false,
          defaultValue: null,
          section: '',
          recordKind: null,
        },
        choices: words.map((word, index) => ({
          id: '',
          name: word,
          color: COLORS[(index + 1) % COLORS.length] ?? 'gray',
        })),
      }),
    async onSuccess({ key }) {
      await queries.invalidateQueries({ queryKey: ownFieldQueries.all })
      onAdded(key)
    },
    onError: (error) => toast(failureToast(error, { title: t('The field could not be saved') }, t)),
  })
  return { add: mutate, isAdding: isPending }
}
