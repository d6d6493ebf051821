import { useSearchParams } from 'react-router'
import { connectionsPage, placeholderPage } from './pages.ts'

/** The settings: the tab that is there already, and the word that the others will come. */
export function SettingsScreen() {
  const [params] = useSearchParams()
  const { Component } = params.get('tab') === 'connections' ? connectionsPage : placeholderPage
  return <Component />
}
