import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { alertQueries } from '@/queries/alerts.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { useChange } from '@/shared/form/use-change.ts'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Select } from '@/ui/form/select.tsx'

const HOURS = [1, 2, 4, 8, 24, 48]

/** After which time alerts go to deputies, for admins. */
export function EscalationCard() {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const query = useQuery(alertQueries.escalation(workspace))
  const { change: save, isChanging } = useChange(workspace.alerts, alertQueries.all, {
    write: (part, hours: number) => part.saveEscalation(hours),
    failed: t('This could not be saved'),
  })
  return (
    <LoadedCard
      title={t('Escalation')}
      description={t('Late and failing runs that nobody has settled go to the deputy of the owner.')}
      query={query}
      failure={t('The escalation could not be loaded')}
      lines={1}
    >
      {(hours) => (
        <Field label={t('Tell the deputy')} className="max-w-sm">
          <Select
            value={String(hours)}
            disabled={isChanging}
            onChange={({ target }) => save(Number(target.value))}
          >
            <option value="0">{t('Never')}</option>
            {[...new Set([...HOURS, ...(hours > 0 ? [hours] : [])])]
              .toSorted((one, other) => one - other)
              .map((count) => (
                <option key={count} value={count}>
                  {t('After {{count}} hours', { count, defaultValue_one: 'After {{count}} hour' })}
                </option>
              ))}
          </Select>
        </Field>
      )}
    </LoadedCard>
  )
}
