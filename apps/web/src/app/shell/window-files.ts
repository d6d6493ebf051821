import { lazyComponent } from '@/lib/loading/lazy-component.ts'

const windows = () => import('./windows.ts')
export const commandPalette = lazyComponent(windows, (code) => code.PaletteWindow)
export const keysHelp = lazyComponent(windows, (code) => code.KeysHelp)
export const viewWindow = lazyComponent(windows, (code) => code.ViewWindow)
