import { globSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { type Json, jsonContent, type Paths, read } from './contract.ts'

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const keywords: Record<string, Json> = {
  TSStringKeyword: { type: 'string' },
  TSNumberKeyword: { type: 'number' },
  TSBooleanKeyword: { type: 'boolean' },
  TSNullKeyword: { type: 'null' },
}

/** The JSON schema of a type as events have them; what is named elsewhere counts by its name. */
function schemaOf(node: Node, source: string): Json {
  const inner = (each: unknown) => schemaOf(each as Node, source)
  const text = source.slice(node.start, node.end)
  if (keywords[node.type]) return keywords[node.type] as Json
  if (node.type === 'TSTypeLiteral') return objectOf(node.members as Node[], source)
  if (node.type === 'TSArrayType') return { type: 'array', items: inner(node.elementType) }
  if (node.type === 'TSUnionType') return { anyOf: (node.types as Node[]).map(inner) }
  if (node.type === 'TSLiteralType') return { const: (node.literal as { value: unknown }).value }
  return text.startsWith('Record<never') ? { type: 'object' } : { const: text }
}

const nameOf = (member: Node) => {
  const key = member.key as { name?: string; value?: string }
  return key.value ?? key.name ?? ''
}
const typeOf = (member: Node) => (member.typeAnnotation as { typeAnnotation: Node }).typeAnnotation

function objectOf(members: Node[], source: string): Json {
  return {
    type: 'object',
    properties: Object.fromEntries(
      members.map((member) => [nameOf(member), schemaOf(typeOf(member), source)]),
    ),
    required: members.filter(({ optional }) => !optional).map(nameOf),
  }
}

function eventsOf(file: string, source: string): Paths {
  const modules = parseSync(file, source).program.body.filter(({ type }) => type === 'TSModuleDeclaration')
  const members = modules
    .flatMap((module) => ((module as unknown as Node).body as { body: Node[] }).body)
    .filter((node) => (node.id as { name?: string } | undefined)?.name === 'SuiteEvents')
    .flatMap((node) => (node.body as { body: Node[] }).body)
  return Object.fromEntries(
    members.map((member) => {
      // Who emits and who listens may each be the older one.
      const detail = jsonContent(schemaOf(typeOf(member), source))
      return [`event ${nameOf(member)}`, { post: { requestBody: detail, responses: { 200: detail } } }]
    }),
  )
}

/** `event medicines-changed`: what the contracts of a domain declare in `SuiteEvents`. */
export function readEvents(root: string, domain: string): Paths {
  const files = globSync(`packages/contracts/src/${domain}{,-*}.ts`, { cwd: root }).sort()
  return Object.assign({}, ...files.map((file) => eventsOf(file, read(root, file))))
}
