import { asPhrase } from '@cairn/workspace/lib/phrase'
import { useController, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { statusStyle } from '@/catalogue/status-styles.ts'
import { RemovableBadge } from '@/ui/display/removable-badge.tsx'
import { StatusBadge } from '@/ui/display/status-badge.tsx'
import { AddPicker } from '@/ui/picker/add-picker.tsx'
import type { SolutionForm } from './solution-form.ts'
import { useSystemChoices, useSystemNames } from './use-system-names.ts'

/** The choice of the systems on which a solution rests, inside of a `FormProvider`. */
export function RelatedSystemsField() {
  const { t } = useTranslation()
  const { control } = useFormContext<SolutionForm>()
  const { field, fieldState } = useController({ name: 'relatedSystems', control })
  const chosen = field.value
  const { systems, isLoading: isNaming } = useSystemNames(chosen)
  const { choices, search, isEmpty, isLoading } = useSystemChoices(chosen)
  const problem = fieldState.error?.message
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">{t('Related Systems')}</legend>
      <div className="flex items-center justify-between gap-2">
        <span aria-hidden className="font-medium text-sm">
          {t('Related Systems')}
        </span>
        <AddPicker
          label={t('Relate System')}
          listLabel={t('Systems')}
          options={choices.map(({ id, name, description, status }) => ({
            id,
            label: name,
            keywords: description,
            ...(status === 'deprecated' && {
              trailing: <StatusBadge status={statusStyle('system', status)} />,
            }),
          }))}
          search={search}
          emptyText={t('No systems available')}
          pending={isLoading}
          onPick={(id) => field.onChange([...chosen, id])}
        />
      </div>
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {chosen.map((id) => {
            const name = systems.get(id) ?? (isNaming ? '…' : t('Unknown System'))
            return (
              <li key={id} className="max-w-full">
                <RemovableBadge
                  text={name}
                  removeLabel={t('Remove {{name}}', { name })}
                  onRemove={() => field.onChange(chosen.filter((listed) => listed !== id))}
                />
              </li>
            )
          })}
        </ul>
      )}
      {isEmpty && (
        <p className="text-muted-foreground text-xs">
          {t('There are no systems yet. Create systems first to relate them to this solution.')}
        </p>
      )}
      <p role="alert" className="text-destructive-foreground text-xs empty:hidden">
        {problem && t(asPhrase(problem))}
      </p>
    </fieldset>
  )
}
