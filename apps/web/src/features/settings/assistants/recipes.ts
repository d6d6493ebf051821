import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'

/** The instructions to connect an assistant: the steps, and the text to paste. */
export interface Recipe {
  name: string
  /** The place to paste it, when the assistant signs in by itself. */
  bySignIn: Phrase
  /** The text to paste then. */
  signInText: (address: string) => string
  /** The same with an API token. */
  byToken: Phrase
  tokenText: (address: string) => string
}

const TOKEN = 'cairn_…'

const json = (value: unknown) => JSON.stringify(value, null, 2)

const headers = { Authorization: `Bearer ${TOKEN}` }

/** The most common assistants. */
export const RECIPES: readonly Recipe[] = [
  {
    name: 'Claude',
    bySignIn: phrase(
      'In Claude: Settings, Connectors, Add custom connector. Paste this address and sign in.',
    ),
    signInText: (address) => address,
    byToken: phrase('In Claude Code: run this in a terminal, with your token.'),
    tokenText: (address) =>
      `claude mcp add --transport http cairn ${address} --header "Authorization: Bearer ${TOKEN}"`,
  },
  {
    name: 'ChatGPT',
    bySignIn: phrase(
      'In ChatGPT: Settings, Connectors, Advanced, Developer mode, then Create. Paste this address and choose OAuth.',
    ),
    signInText: (address) => address,
    byToken: phrase('ChatGPT takes no tokens. With the Responses API of OpenAI, give this tool.'),
    tokenText: (address) =>
      json({ type: 'mcp', server_label: 'cairn', server_url: address, headers, require_approval: 'never' }),
  },
  {
    name: 'VS Code',
    bySignIn: phrase('In VS Code: save this as .vscode/mcp.json and choose Start above the entry.'),
    signInText: (address) => json({ servers: { cairn: { type: 'http', url: address } } }),
    byToken: phrase('In VS Code: save this as .vscode/mcp.json. It asks you for the token.'),
    tokenText: (address) =>
      json({
        inputs: [{ id: 'cairn', type: 'promptString', description: 'Cairn', password: true }],
        servers: {
          cairn: { type: 'http', url: address, headers: { Authorization: `Bearer \${input:cairn}` } },
        },
      }),
  },
  {
    name: 'Cursor',
    bySignIn: phrase('In Cursor: save this as .cursor/mcp.json and choose Sign in.'),
    signInText: (address) => json({ mcpServers: { cairn: { url: address } } }),
    byToken: phrase('In Cursor: save this as .cursor/mcp.json, with your token.'),
    tokenText: (address) => json({ mcpServers: { cairn: { url: address, headers } } }),
  },
]
