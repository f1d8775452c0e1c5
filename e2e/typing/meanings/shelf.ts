import type { Searchable } from '@mms/medicine-search'
import type { Random } from '@mms/service-kit/random'
import type { Branded } from './families.ts'

const beginnings =
  'ac al am ar as az be bi ca ce ci cl co da de di do du el en es et fe fl fo ga ge gl he hi ib in ke la le li lo ma me mi mo na ne ni no nu ob om or ox pa pe pi po pra pro ra re ri ro sa se si so sta su ta te ti to tri ul ur va ve vi vo xy za ze zi'.split(
    ' ',
  )
const middles =
  'ba bi ca ce co da di do fa fe fi ga gi la le li lo ma me mi mo na ne ni no pa pe pi ra re ri ro sa se si ta te ti to va ve vi za zo'.split(
    ' ',
  )
const ends =
  'x cin cet col dac den dol fen fix ford gyl lin lex mac med mol nac nex nil pam pen pril rin sin son tab tan tin tor vas vel vir zen zol zox'.split(
    ' ',
  )
const variants = ',,,D,SR,AM,H,LC,Plus,Forte,CV,M,OD,XR,DSR,Kid'.split(',')
const strengths = ',2.5,5,10,20,40,50,80,100,150,200,250,400,500,625,650,1000'.split(',')
const forms =
  "Tablet,Tablet,Tablet,Capsule,Syrup 100 ml,Injection,Cream 15 gm,Drops,Tablet 10's,Tab (15),Cap (10),".split(
    ',',
  )
const makers = 'Cipla,Sun Pharma,Lupin,Torrent,Zydus,Alkem,Mankind,Abbott,Glenmark,Intas,Macleods,USV'.split(
  ',',
)
const categories = 'Antibiotics,Analgesics,Antidiabetics,Antihypertensives,Vitamins,Other'.split(',')

/** Names like Indian brands: syllables, added letters, strength, form, pack. */
function fillerName(random: Random): string {
  const middle = random.chance(0.6) ? random.pick(middles) : ''
  const brand = random.pick(beginnings) + middle + random.pick(middles) + random.pick(ends)
  const words = [brand, random.pick(variants), random.pick(strengths), random.pick(forms)]
  const name = words.filter((word) => word !== '').join(' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** A shelf of `size` medicines with these families. */
export function shelfOf(
  families: readonly (readonly Branded[])[],
  size: number,
  random: Random,
): Searchable[] {
  const names = new Set(families.flat().map(({ name }) => name))
  while (names.size < size) names.add(fillerName(random))
  return [...names].map((name, at) => ({
    _id: String(at).padStart(6, '0'),
    name,
    manufacturer: random.pick(makers),
    category: random.pick(categories),
    sold: random.chance(0.3) ? random.int(1, 500) : 0,
  }))
}
