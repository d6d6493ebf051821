import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { FeatureDisabled } from '@/features/not-found/feature-disabled.tsx'
import { useIsFeatureOn } from '@/shared/use-is-feature-on.ts'

/** The screens of a catalogue, or the word that the account has switched it off. */
export function gateOf(kind: CatalogueKind): ComponentType {
  const { feature, title } = CATALOGUES[kind]
  return function FeatureGate() {
    const { t } = useTranslation()
    return useIsFeatureOn()(feature) ? <Outlet /> : <FeatureDisabled name={t(title)} />
  }
}
