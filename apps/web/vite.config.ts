import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { FILES, isOnDemand } from './build/files.ts'
import { operationsGuide } from './build/operations-guide.ts'

const { CAIRN_DEV_API_PORT = '3000' } = process.env
const api = `http://127.0.0.1:${CAIRN_DEV_API_PORT}`

/** Fills the page's configuration in development, as the server does in production. */
function devConfig(): Plugin {
  return {
    name: 'cairn-dev-config',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, context) {
        const config: unknown = await fetch(`${api}/config.json`)
          .then((answer) => (answer.ok ? answer.json() : null))
          .catch(() => null)
        if (config === null || typeof config !== 'object') return html
        const address = context.server?.resolvedUrls?.local[0] ?? 'http://localhost:5173/'
        const content = JSON.stringify({ ...config, url: new URL(address).origin })
        return html.replace('name="cairn-config" content=""', () => {
          return `name="cairn-config" content="${content.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
        })
      },
    },
  }
}

/**
 * Tells the page which files to ask for ahead: the Latin cut of the typeface, for a user with a session that of signed-in
 * users, and once the page is idle all screens (`public/early.js`, `src/lib/loading/fetch-screens.ts`).
 */
function askedAhead(): Plugin {
  return {
    name: 'cairn-asked-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, context) {
        const bundle = Object.values(context.bundle ?? {})
        const chunks = bundle.filter((file) => file.type === 'chunk')
        const typeface = /inter-latin-wght-normal-[^/]+\.woff2$/
        const asked = {
          'cairn-ahead': chunks.filter(({ name }) => name === 'signed-in'),
          'cairn-screens': chunks.filter((file) => !file.isEntry && !isOnDemand(file.facadeModuleId)),
          'cairn-typeface': bundle.filter(({ fileName }) => typeface.test(fileName)),
        }
        return Object.entries(asked).reduce((page, [name, files]) => {
          const paths = files.map(({ fileName }) => `/${fileName}`).join(' ')
          return page.replace(`name="${name}" content=""`, `name="${name}" content="${paths}"`)
        }, html)
      },
    },
  }
}

/** Takes the router without its warnings for developers: its package names no condition for that. */
function productionRouter(): Plugin {
  return {
    name: 'cairn-production-router',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^react-router$/ },
      async handler(id, importer) {
        const found = await this.resolve(id, importer, { skipSelf: true })
        return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') }
      },
    },
  }
}

/** Documents that the app shows: the operations guide, to whose sections it links, and the reference of the API. */
const DOCUMENTS = [
  { fileName: 'operations.txt', text: operationsGuide },
  { fileName: 'docs/api/openapi.json', text: referenceOfApi },
] as const

/** The file of the public API, without the blanks by which people read it. */
function referenceOfApi(): string {
  const file = fileURLToPath(new URL('../../docs/use/openapi.json', import.meta.url))
  return JSON.stringify(JSON.parse(readFileSync(file, 'utf8')))
}

function documents(): Plugin {
  return {
    name: 'cairn-documents',
    configureServer({ middlewares }) {
      for (const { fileName, text } of DOCUMENTS)
        middlewares.use(`/${fileName}`, (_request, answer) => void answer.end(text()))
    },
    generateBundle() {
      for (const { fileName, text } of DOCUMENTS) this.emitFile({ type: 'asset', fileName, source: text() })
    },
  }
}

const withoutFactors = fileURLToPath(
  new URL('./src/workspace/supabase/client/unused-factors.ts', import.meta.url),
)
const withoutService = fileURLToPath(
  new URL('./src/workspace/supabase/client/unused-services.ts', import.meta.url),
)

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss(), devConfig(), askedAhead(), productionRouter(), documents()],
  resolve: {
    // All libraries share a single React, even where they would find another one.
    dedupe: ['react', 'react-dom'],
    alias: [
      { find: '@', replacement: fileURLToPath(new URL('./src', import.meta.url)) },
      // The original writes a <style> element, which the content policy refuses.
      {
        find: 'react-style-singleton',
        replacement: fileURLToPath(new URL('./src/lib/browser/adopted-style.ts', import.meta.url)),
      },
      // React has it since version 18; the library for translations ships a shim for earlier ones.
      {
        find: 'use-sync-external-store/shim',
        replacement: fileURLToPath(new URL('./src/lib/browser/external-store.ts', import.meta.url)),
      },
      // Parts of the official client that no screen uses.
      { find: /^@supabase\/(functions|realtime|storage)-js$/, replacement: withoutService },
      { find: /^\.\/lib\/(webauthn|web3\/ethereum)$/, replacement: withoutFactors },
    ],
  },
  // The keys of the languages are sentences, not names.
  json: { namedExports: false },
  build: {
    target: 'es2023',
    // A font or image as a data: address would need a wider content policy.
    assetsInlineLimit: 0,
    sourcemap: false,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: FILES },
        // The first file names all others, and each letter of a hash is one byte of the first load.
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
    reportCompressedSize: false,
  },
  // Keeps a worker in one file: its content policy comes with its response, and lets it load no other file.
  worker: { format: 'es', rolldownOptions: { output: { codeSplitting: false } } },
  server: {
    proxy: Object.fromEntries(
      [
        '/auth/v1',
        '/rest/v1',
        '/functions/v1',
        '/config.json',
        '/outbox',
        '/p/',
        '/calendar/',
        '/unsubscribe',
      ].map((path) => [path, api]),
    ),
  },
})
