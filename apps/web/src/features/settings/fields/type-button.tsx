import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/form/field.tsx'
import { ChoiceButton } from '@/ui/picker/choice-button.tsx'
import { TYPES, type TypeOption, typeOptions } from './field-types.ts'

interface TypeButtonProps {
  value: string
  onChange: (type: TypeOption) => void
}

/** A choice of the type, each with its icon; below stands what it is good for. */
export function TypeButton({ value, onChange }: TypeButtonProps) {
  const { t } = useTranslation()
  const options = typeOptions(t)
  const change = (id: string) => {
    const chosen = options.find((option) => option.id === id)
    if (chosen) onChange(chosen)
  }
  return (
    <Field label={t('Type')} hint={options.find(({ id }) => id === value)?.purpose}>
      <ChoiceButton
        listLabel={t('Type')}
        options={options.map(({ id, type, label, purpose }) => {
          const { icon: Icon } = TYPES[type]
          return {
            ...{ id, label, keywords: purpose },
            leading: <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />,
          }
        })}
        value={value}
        onChange={change}
        emptyText={t('Nothing to choose from')}
      />
    </Field>
  )
}
