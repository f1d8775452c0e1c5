import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, it } from 'vitest'
import { root } from '../workspaces.ts'

interface Node {
  type?: string
  [field: string]: unknown
}

/** Properties whose text a person sees or hears. */
const SHOWN =
  /^(aria-label|caption|description|header|heading|hint|label|message|noun|placeholder|text|title)$/
const WORDS = /\p{L}{2}/u
/** A label, or the start of a sentence. */
const SENTENCE = /^\p{Lu}\p{Ll}/u
/** Keys of a keyboard, header names, identifiers such as `AbortError`, and values of contracts and libraries. */
const DATA =
  /^((Alt|Ctrl)\+.*|Alt|Backspace|Control|Delete|End|Enter|Escape|Home|Process|Shift|Tab|[\w-]*-(Key|Match|Type)|\p{Lu}\p{Ll}+\p{Lu}\w*|Invoice-cum-Bill of Supply|Quotes)$/u
/** What hands the property's value on. */
const PASSES = /^(ConditionalExpression|JSXExpressionContainer|LogicalExpression)$/

const nodesIn = (value: unknown): Node[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'object' && each !== null)

function textsOf(node: Node): string[] {
  if (node.type === 'JSXText') return [String(node.value)]
  if (node.type === 'TemplateElement') return [(node.value as { raw: string }).raw]
  return node.type === 'Literal' && typeof node.value === 'string' ? [node.value] : []
}

/** The texts below `node`. `isShown` says that it is the value of a property that people see. */
function collect(node: Node, isShown: boolean, found: string[]): void {
  for (const text of textsOf(node)) {
    const shown = isShown || node.type === 'JSXText' ? WORDS.test(text) : SENTENCE.test(text.trim())
    if (shown && !DATA.test(text)) found.push(text.trim())
  }
  if (node.type === 'ImportDeclaration' || /^TS(?!.*Expression)/.test(node.type ?? '')) return
  for (const [field, value] of Object.entries(node)) {
    const key = (node.key ?? node.name) as Node | undefined
    const isValue = (node.type === 'Property' || node.type === 'JSXAttribute') && field === 'value'
    const name = String(key?.name ?? key?.value ?? '')
    const isPassed = field === 'children' || (isShown && field !== 'test' && PASSES.test(node.type ?? ''))
    for (const child of nodesIn(value)) collect(child, isValue ? SHOWN.test(name) : isPassed, found)
  }
}

function textsIn(file: string, source: string): string[] {
  const found: string[] = []
  collect(parseSync(file, source).program as unknown as Node, false, found)
  return found
}

it('finds the texts of areas in their words only', () => {
  const files = globSync('mf-*/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\/words[/.]|\.test\.tsx?$|\/test\//.test(file),
  )
  const outside = files.flatMap((file) =>
    textsIn(file, readFileSync(join(root, file), 'utf8')).map((text) => `${file}: ${text}`),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(outside).toEqual([])
})
