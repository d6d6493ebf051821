// The windows that open over any screen: one file of the build.
export { CommandPalette } from '@/features/search/palette/command-palette.tsx'
export { KeysHelp } from './keys/keys-help.tsx'
export { ViewWindow } from './navigation/view-window.tsx'
