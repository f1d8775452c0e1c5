import { run, violationsOf } from './run.ts'

const [database = 'sqlite'] = process.argv.slice(2)
if (database !== 'sqlite' && database !== 'mariadb')
  throw new TypeError('Usage: npm run clocks -- [sqlite|mariadb]')

const write = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([status, times]) => `${times} × ${status}`)
    .join(', ')

console.log(
  `| Clocks of all processes on ${database} | sales meanwhile | sales afterwards | pending, done after s | good sign-ins refused | reconcile |`,
)
console.log('| --- | --- | --- | --- | --- | --- |')
const outcomes = await run(database, ({ offset, wrong, right, pending, settledAfter, refused, reconciled }) =>
  console.log(
    `| ${offset} | ${write(wrong)} | ${write(right)} | ${pending}, ${settledAfter} | ${refused} | ${reconciled.join(', ')} |`,
  ),
)
const violations = outcomes.flatMap(violationsOf)
for (const violation of violations) console.log(violation)
process.exitCode = violations.length === 0 ? 0 : 1
