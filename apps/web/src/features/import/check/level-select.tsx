import { LEVELS, type PermissionLevel } from '@cairn/workspace/port/permission-level'
import { useTranslation } from 'react-i18next'
import { permissionLabel } from '@/shared/people/permission-label.ts'
import { Select } from '@/ui/form/select.tsx'

interface LevelSelectProps {
  value: PermissionLevel
  onChange: (level: PermissionLevel) => void
}

/** The level that an invited person gets. */
export function LevelSelect({ value, onChange }: LevelSelectProps) {
  const { t } = useTranslation()
  return (
    <Select
      aria-label={t('Permission level')}
      value={value}
      onChange={({ target }) => onChange(LEVELS.find((level) => level === target.value) ?? value)}
      className="w-auto"
    >
      {LEVELS.map((level) => (
        <option key={level} value={level}>
          {permissionLabel(level, t)}
        </option>
      ))}
    </Select>
  )
}
