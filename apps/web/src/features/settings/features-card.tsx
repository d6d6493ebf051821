import { FEATURE_NAMES, type FeatureRow } from '@cairn/workspace/port/features'
import { featureSwitches, isAnnounced } from '@cairn/workspace/rules/features'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useChanges } from '@/lib/hooks/use-changes.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { featureQueries } from '@/queries/features.ts'
import { FEATURE_WORDS } from '@/shared/feature-words.ts'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'
import { Badge } from '@/ui/display/badge.tsx'
import { Switch } from '@/ui/form/switch.tsx'
import { CardNote } from '@/ui/layout/card-note.tsx'
import { SettingRow, SettingRows } from '@/ui/layout/setting-row.tsx'
import { useSaveFeatures } from './use-save-features.ts'

/** The features that the account uses. */
export function FeaturesCard() {
  const { t } = useTranslation()
  const query = useQuery(featureQueries.rows(useWorkspace()))
  return (
    <LoadedCard
      title={t('Features')}
      description={t(
        'What your account uses. Features that are off disappear from the menu, but their records are kept.',
      )}
      query={query}
      failure={t('The features could not be loaded')}
      lines={FEATURE_NAMES.length}
    >
      {(rows) => <Features rows={rows} />}
    </LoadedCard>
  )
}

/** Guests see the switches, and are told that they cannot change them. */
function Features({ rows }: { rows: readonly FeatureRow[] }) {
  const { t } = useTranslation()
  const { values, set, forget } = useChanges(featureSwitches(rows), FEATURE_NAMES)
  const { save, isSaving } = useSaveFeatures()
  const refusal = useRefusal()('manage-features', null)
  const guestNote =
    useMe().kind === 'guest' ? t('Please log in with an admin account to manage the features.') : null
  const reason = guestNote ?? refusal
  const changed = rows
    .filter(({ name, enabled }) => values[name] !== enabled)
    .map((row) => ({ ...row, enabled: values[row.name] }))
  return (
    <>
      {reason && <CardNote>{reason}</CardNote>}
      <SettingRows label={t('Features')}>
        {rows.map(({ name }) => (
          <SettingRow key={name} label={t(FEATURE_WORDS[name].label)} hint={t(FEATURE_WORDS[name].purpose)}>
            {isAnnounced(name) ? (
              <Badge variant="neutral" className="shrink-0">
                {t('Coming Soon')}
              </Badge>
            ) : (
              <Switch
                label={t(FEATURE_WORDS[name].label)}
                checked={values[name]}
                onChange={(enabled) => set(name, enabled)}
                disabledReason={reason}
              />
            )}
          </SettingRow>
        ))}
      </SettingRows>
      <Button
        pending={isSaving}
        disabledReason={refusal}
        onClick={() => save(changed, { onSuccess: forget })}
        className="mt-5"
      >
        {t('Save Changes')}
      </Button>
    </>
  )
}
