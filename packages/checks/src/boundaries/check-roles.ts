import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { findWorkspaces } from '../workspaces.ts'
import { sourceFiles } from './imports.ts'

/** Code that is allowed only in files with certain names, so that newcomers know where to look. */
interface Role {
  workspaces: RegExp
  does: RegExp
  files: RegExp
  sentence: string
}

/** A knex call on a connection or transaction. `raw` counts only if it runs a query. */
const sql = /\b(?:db|trx|knex)(?:<[^>\n]+>)?\(\s*['"`]|\b(?:db|trx|knex)\.(?:raw|from|table|select)\(/

const roles: Role[] = [
  {
    workspaces: /^services\//,
    does: sql,
    files: /^([a-z-]+-)?store\.ts$/,
    sentence: 'has SQL: that is in store.ts or *-store.ts only',
  },
  {
    workspaces: /^services\//,
    does: /\broute\(\{/,
    files: /^([a-z-]+-)?routes?\.ts$/,
    sentence: 'has routes: they are in routes.ts or *-routes.ts only',
  },
  {
    workspaces: /^(mf-[a-z-]+|shell)$/,
    does: /\bhttp\.(?:get|post|put|delete)\b/,
    files: /^([a-z-]+-)?api\.ts$/,
    sentence: "calls the suite's API: that is in api.ts only",
  },
]

/** Files of rules must use nothing but their arguments. They may import types of other layers. */
const impure = /^import (?!type\b)[^']*from '(?:knex|undici|[^']*(?:store|client|service)\.ts)'/m

const named = /^(.+)-(page|form|table|panel|chart|dialog|alert|button|picker)\.tsx$/

const pascalCase = (name: string) =>
  name.replace(/(^|-)(.)/g, (_, __, letter: string) => letter.toUpperCase())

/** Checks the file names that CONTRIBUTING.md defines. */
export function checkRoles(root: string): string[] {
  return findWorkspaces(root).flatMap(({ folder }) => {
    const files = sourceFiles(root, `${folder}/src`).filter(
      (file) => !/\.(test|cluster)\.|\/migrations\//.test(file),
    )
    return files.flatMap((file) => wrongIn(folder, file, readFileSync(join(root, file), 'utf8')))
  })
}

function wrongIn(folder: string, file: string, source: string): string[] {
  const name = basename(file)
  const wrong = roles
    .filter((role) => role.workspaces.test(folder) && role.does.test(source) && !role.files.test(name))
    .map((role) => role.sentence)
  if (folder.startsWith('services/') && name === 'rules.ts' && impure.test(source)) {
    wrong.push('has rules and imports a store, a client or a service: hand it what it needs')
  }
  if (/^(mf-|shell$)/.test(folder) && named.test(name) && !exportsComponent(name, source)) {
    wrong.push(`must export the component ${componentOf(name)}`)
  }
  return wrong.map((sentence) => `${file} ${sentence}`)
}

const componentOf = (name: string) => pascalCase(name.replace('.tsx', ''))

const exportsComponent = (name: string, source: string) =>
  new RegExp(`^export (?:function|const|class) ${componentOf(name)}\\b`, 'm').test(source)
