import type { OwnProfile, PrivacySettings } from '@cairn/workspace/port/profile'
import type { UseQueryResult } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useChanges } from '@/lib/hooks/use-changes.ts'
import { useMe } from '@/queries/context.tsx'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { Button } from '@/ui/button/button.tsx'
import { Switch } from '@/ui/form/switch.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { SettingRow, SettingRows } from '@/ui/layout/setting-row.tsx'
import { useSavePrivacy } from './use-save-profile.ts'

const SETTINGS = ['email', 'bio', 'job', 'department'] as const

interface PrivacyCardProps {
  query: UseQueryResult<OwnProfile>
  /** Called with the new settings before they are saved. */
  onShow: (privacy: PrivacySettings) => void
}

/** The settings for what teammates may see of the user. Guests have no teammates. */
export function PrivacyCard({ query, onShow }: PrivacyCardProps) {
  const { t } = useTranslation()
  const words = {
    title: t('Privacy Settings'),
    description: t('What your teammates see of you. They always see your name and picture.'),
  }
  if (useMe().kind === 'guest') {
    return (
      <Card>
        <CardHeader title={words.title} />
        <CardContent className="text-muted-foreground text-sm">
          {t('Privacy settings are not available in guest mode.')}
        </CardContent>
      </Card>
    )
  }
  return (
    <LoadedCard
      {...words}
      query={query}
      failure={t('Your privacy settings could not be loaded')}
      lines={SETTINGS.length}
    >
      {({ privacy }) => <Privacy stored={privacy} onShow={onShow} />}
    </LoadedCard>
  )
}

function Privacy({ stored, onShow }: { stored: PrivacySettings } & Pick<PrivacyCardProps, 'onShow'>) {
  const { t } = useTranslation()
  const { values, isChanged, set, forget } = useChanges(stored, SETTINGS)
  const { save, isSaving } = useSavePrivacy()
  return (
    <>
      <SettingRows label={t('Privacy Settings')}>
        {SETTINGS.map((name) => (
          <SettingRow key={name} label={labelOf(name, t)} hint={hintOf(name, t)}>
            <Switch
              label={labelOf(name, t)}
              checked={values[name]}
              onChange={(visible) => {
                set(name, visible)
                onShow({ ...values, [name]: visible })
              }}
            />
          </SettingRow>
        ))}
      </SettingRows>
      <Button
        disabled={!isChanged}
        pending={isSaving}
        onClick={() => save(values, { onSuccess: forget })}
        className="mt-5"
      >
        {t('Save Privacy Settings')}
      </Button>
    </>
  )
}

function labelOf(name: keyof PrivacySettings, t: TFunction): string {
  switch (name) {
    case 'email':
      return t('Email visible to teammates')
    case 'bio':
      return t('Bio visible to teammates')
    case 'job':
      return t('Job role visible to teammates')
    case 'department':
      return t('Department visible to teammates')
  }
}

function hintOf(name: keyof PrivacySettings, t: TFunction): string | null {
  return name === 'email' ? t('They see only its first two characters.') : null
}
