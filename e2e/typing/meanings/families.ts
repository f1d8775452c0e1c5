/**
 * Brand families as Indian stores write them, from public knowledge: what a pharmacist says = the name on the shelf. A
 * family begins at an empty line. Names differ in how they write form, strength and pack, as shelves do.
 */
export const families: readonly (readonly Branded[])[] = read(`
telma 20 = Telma 20 Tablet
telma 40 = Telma 40 Tablet
telma 80 = Telma 80 Tablet
telma h = Telma H Tablet
telma 80 h = Telma 80 H Tablet
telma am = Telma AM Tablet
telma amh = Telma AMH Tablet

pan 40 = Pan 40 Tablet
pan 20 = Pan 20 Tablet
pan d = Pan D Capsule
pan l = Pan L Capsule
panderm cream = Panderm++ Cream 15 gm

montair 10 = Montair 10 mg Tablet
montair 5 = Montair 5 mg Tablet
montair lc = Montair LC Tablet
montair lc kid = Montair LC Kid Tablet
montair fx = Montair FX Tablet

glycomet 250 = Glycomet 250 Tablet
glycomet 500 = Glycomet 500 Tablet
glycomet sr 500 = Glycomet SR 500 Tablet
glycomet gp 1 = Glycomet-GP 1 Tablet PR
glycomet gp 2 = Glycomet-GP 2 Tablet PR
glycomet gp 1 forte = Glycomet-GP 1 Forte Tablet PR
glycomet trio 1 = Glycomet Trio 1 Tablet

huminsulin r = Huminsulin R 40IU/ml Injection 10ml
huminsulin n = Huminsulin N 40IU/ml Injection 10ml
huminsulin 30/70 = Huminsulin 30/70 40IU/ml Injection 10ml
huminsulin 50/50 = Huminsulin 50/50 40IU/ml Injection 10ml

thyronorm 12.5 = Thyronorm 12.5 mcg Tablet
thyronorm 25 = Thyronorm 25 mcg Tablet (120)
thyronorm 50 = Thyronorm 50 mcg Tablet (120)
thyronorm 100 = Thyronorm 100mcg Tablet (120)
thyronorm 125 = Thyronorm 125 mcg Tablet (100)

amaryl 1 = Amaryl 1 mg Tablet
amaryl 2 = Amaryl 2 mg Tablet
amaryl m 1 = Amaryl M 1 Tablet
amaryl m 2 = Amaryl M 2 Tablet
amaryl mv 1 = Amaryl MV 1 Tablet

zerodol = Zerodol Tablet
zerodol p = Zerodol-P Tablet
zerodol sp = Zerodol-SP Tablet
zerodol mr = Zerodol MR Tablet
zerodol th 4 = Zerodol TH 4 Tablet

omez 20 = Omez 20 mg Capsule 20's
omez 40 = Omez 40 mg Capsule 15's
omez d = Omez-D Capsule
omez dsr = Omez DSR Capsule
omez insta = Omez Insta Powder

alprax 0.25 = Alprax 0.25 mg Tablet
alprax 0.5 = Alprax .5 Tablet
alprax 1 = Alprax 1mg Tablet
alprax plus = Alprax Plus Tablet

azithral 250 = Azithral 250 Tablet 6's
azithral 500 = Azithral 500 Tablet 5's
azithral 200 = Azithral 200 Liquid 15 ml
azithral xp 200 = Azithral XP 200 Liquid

augmentin 375 = Augmentin 375 Tablet
augmentin duo 625 = Augmentin Duo 625 Tablet
augmentin 1000 = Augmentin 1000 Duo Tablet
augmentin dds = Augmentin DDS Suspension 30 ml

dolo 500 = Dolo 500 Tablet
dolo 650 = Dolo 650 Tablet (15)
dolo 250 = Dolo 250 Suspension 60 ml
dolopar = Dolopar Tablet
dolonex 20 = Dolonex 20 DT Tablet

ecosprin 75 = Ecosprin 75 Tablet
ecosprin 150 = Ecosprin 150 Tablet
ecosprin av 75 = Ecosprin AV 75 Capsule
ecosprin av 150 = Ecosprin AV 150 Capsule
ecosprin gold 10 = Ecosprin Gold 10 Capsule
ecosprin gold 20 = Ecosprin Gold 20 Capsule

crocin 500 = Crocin 500 Tablet
crocin 650 = Crocin 650 Tablet
crocin advance = Crocin Advance Tablet
crocin cold flu = Crocin Cold & Flu Max Tablet

calpol 500 = Calpol 500mg Tablet
calpol 650 = Calpol 650 Tablet
calpol 120 = Calpol 120 Syrup 60 ml
calpol 250 = Calpol 250 Suspension

combiflam = Combiflam Tablet
combiflam plus = Combiflam Plus Tablet
combiflam syrup = Combiflam Syrup
combiflam icyhot gel = Combiflam Icyhot Gel

allegra 120 = Allegra 120mg Tablet
allegra 180 = Allegra 180 mg Tablet
allegra m = Allegra M Tablet
allegra suspension = Allegra Suspension 100 ml

shelcal 250 = Shelcal 250 Tablet
shelcal 500 = Shelcal 500 Tablet 15's
shelcal hd = Shelcal HD Tablet
shelcal ct = Shelcal CT Tablet
shelcal m = Shelcal M Tablet

pantocid 20 = Pantocid 20 Tablet
pantocid 40 = Pantocid 40 Tablet
pantocid dsr = Pantocid DSR Capsule
pantocid l = Pantocid L Capsule
pantocid it = Pantocid IT Capsule

pantop 40 = Pantop 40 Tablet
pantop d = Pantop-D Capsule
pantop dsr = Pantop DSR Capsule

razo 10 = Razo 10 Tablet
razo 20 = Razo 20 Tablet
razo d = Razo D Capsule

rantac 150 = Rantac 150 Tablet
rantac 300 = Rantac 300 Tablet
rantac d = Rantac D Tablet
rantac od = Rantac OD Tablet

stamlo 2.5 = Stamlo 2.5 Tablet
stamlo 5 = Stamlo 5 Tablet
stamlo 10 = Stamlo 10 Tablet
stamlo beta = Stamlo Beta Tablet

amlong 2.5 = Amlong 2.5 mg Tablet
amlong 5 = Amlong 5 mg Tablet
amlong 10 = Amlong 10 mg Tablet
amlong a = Amlong A Tablet
amlong mt 25 = Amlong MT 25 Tablet

amlokind 5 = Amlokind-5 Tablet
amlokind 10 = Amlokind 10 Tablet
amlokind at = Amlokind-AT Tablet
amlokind h = Amlokind H Tablet

losar 25 = Losar 25 Tablet
losar 50 = Losar 50 Tablet
losar h = Losar-H Tablet
losar a = Losar A Tablet

atorva 10 = Atorva 10 Tablet
atorva 20 = Atorva 20 Tablet
atorva 40 = Atorva 40 Tablet
atorva tg = Atorva TG Tablet

rosuvas 5 = Rosuvas 5 Tablet
rosuvas 10 = Rosuvas 10 Tablet 15's
rosuvas 20 = Rosuvas 20 Tablet
rosuvas f 10 = Rosuvas F 10 Tablet
rosuvas cv 10 = Rosuvas CV 10 Capsule

rozavel 10 = Rozavel 10 Tablet
rozavel 20 = Rozavel 20 Tablet
rozavel a 75 = Rozavel A 75 Capsule
rozavel f 10 = Rozavel F 10 Tablet

clopilet 75 = Clopilet 75 Tablet
clopilet a 75 = Clopilet A 75 Tablet
clopilet a 150 = Clopilet A 150 Tablet

clopitab 75 = Clopitab 75 Tablet
clopitab a 75 = Clopitab-A 75 Capsule
clopitab cv 10 = Clopitab CV 10 Capsule

janumet 50/500 = Janumet 50/500 Tablet
janumet 50/1000 = Janumet 50/1000 Tablet
januvia 50 = Januvia 50 mg Tablet
januvia 100 = Januvia 100 mg Tablet

galvus 50 = Galvus 50 mg Tablet
galvus met 50/500 = Galvus Met 50/500 Tablet
galvus met 50/1000 = Galvus Met 50/1000 Tablet

jalra 50 = Jalra 50 Tablet
jalra m 50/500 = Jalra M 50/500 Tablet
jalra m 50/1000 = Jalra M 50/1000 Tablet

gluconorm g 1 = Gluconorm G 1 Tablet
gluconorm g 2 = Gluconorm G 2 Tablet
gluconorm sr 500 = Gluconorm SR 500 Tablet
gluconorm vg 1 = Gluconorm VG 1 Tablet

mixtard 30 = Human Mixtard 30 40IU Injection
mixtard 50 = Human Mixtard 50 40IU Injection
actrapid = Human Actrapid 40IU/ml Injection

levipil 250 = Levipil 250 Tablet
levipil 500 = Levipil 500 Tablet
levipil 750 = Levipil 750 Tablet
levipil syrup = Levipil Syrup 100 ml

eptoin 50 = Eptoin 50 Tablet
eptoin 100 = Eptoin 100 Tablet 150's
eptoin er 300 = Eptoin ER 300 Tablet

nexito 5 = Nexito 5 Tablet
nexito 10 = Nexito 10 Tablet
nexito 20 = Nexito 20 Tablet
nexito plus = Nexito Plus Tablet
nexito forte = Nexito Forte Tablet

clonotril 0.25 = Clonotril 0.25 Tablet
clonotril 0.5 = Clonotril 0.5 Tablet
clonotril 1 = Clonotril 1 Tablet

lonazep 0.25 = Lonazep .25 Tablet MD
lonazep 0.5 = Lonazep .5 Tablet MD
lonazep 2 = Lonazep 2 Tablet MD

betnovate c = Betnovate C Cream 30 gm
betnovate n = Betnovate N Cream 25 gm
betnovate gm = Betnovate GM Cream
betnovate s = Betnovate-S Ointment

candid cream = Candid Cream 20 gm
candid b = Candid B Cream 20 gm
candid v 6 = Candid V6 Vaginal Tablet
candid dusting powder = Candid Dusting Powder 100 gm
candiderma = Candiderma + Cream

volini gel = Volini Gel 30 gm
volini spray = Volini Spray 60 gm
volini maxx = Volini Maxx Spray

asthalin inhaler = Asthalin Inhaler 200 MD
asthalin 4 = Asthalin 4 Tablet
asthalin respules = Asthalin Respules 2.5 ml
asthalin syrup = Asthalin Syrup

foracort 100 = Foracort 100 Inhaler
foracort 200 = Foracort 200 Inhaler
foracort 400 = Foracort 400 Inhaler
foracort forte = Foracort Forte Inhaler

seroflo 125 = Seroflo 125 Inhaler
seroflo 250 = Seroflo 250 Inhaler
seroflo 100 = Seroflo 100 Rotacaps

duolin inhaler = Duolin Inhaler
duolin respules = Duolin Respules 3 ml
duolin forte = Duolin Forte Rotacap

budecort 0.5 = Budecort 0.5 mg Respules
budecort 1 = Budecort 1 mg Respules
budecort 200 = Budecort 200 Inhaler

ascoril ls = Ascoril LS Syrup 100 ml
ascoril d = Ascoril D Syrup
ascoril flu = Ascoril Flu Syrup

grilinctus = Grilinctus Syrup 100 ml
grilinctus bm = Grilinctus BM Syrup
grilinctus ls = Grilinctus LS Syrup

benadryl cough = Benadryl Cough Syrup 150 ml
benadryl dr = Benadryl DR Syrup

taxim o 100 = Taxim-O 100 Tablet
taxim o 200 = Taxim-O 200 Tablet
taxim o cv = Taxim O CV Tablet

zifi 100 = Zifi 100 Tablet
zifi 200 = Zifi 200 Tablet
zifi o = Zifi O Tablet
zifi cv 200 = Zifi CV 200 Tablet

monocef 250 = Monocef 250mg Injection
monocef 1 gm = Monocef 1 gm Injection
monocef o 200 = Monocef O 200 Tablet
monocef sb = Monocef SB 1.5 gm Injection

clavam 375 = Clavam 375 Tablet
clavam 625 = Clavam 625 Tablet
clavam bid = Clavam Bid Dry Syrup
clavam forte = Clavam Forte Dry Syrup

moxikind cv 375 = Moxikind CV 375 Tablet
moxikind cv 625 = Moxikind CV 625 Tablet
moxikind cv kid = Moxikind CV Kid Tablet

novamox 250 = Novamox 250 Capsule
novamox 500 = Novamox 500 Capsule
novamox lb = Novamox LB Capsule

norflox 400 = Norflox 400 Tablet
norflox tz = Norflox TZ Tablet
norflox tz lb = Norflox TZ LB Tablet

cifran 250 = Cifran 250 Tablet
cifran 500 = Cifran 500 Tablet
cifran ct = Cifran CT Tablet
cifran od 1000 = Cifran OD 1000 Tablet

flagyl 200 = Flagyl 200 Tablet
flagyl 400 = Flagyl 400 Tablet
flagyl suspension = Flagyl Suspension

metrogyl 200 = Metrogyl 200 Tablet
metrogyl 400 = Metrogyl 400 Tablet
metrogyl dg gel = Metrogyl DG Gel
metrogyl er = Metrogyl ER Tablet

cetzine = Cetzine Tablet
cetzine syrup = Cetzine Syrup
alerid = Alerid Tablet
alerid d = Alerid D Tablet

levocet = Levocet Tablet
levocet m = Levocet M Tablet
levocet m kid = Levocet M Kid Tablet

sinarest = Sinarest Tablet
sinarest af = Sinarest AF Drops
sinarest lp = Sinarest LP Tablet
sinarest syrup = Sinarest Syrup

meftal 250 = Meftal 250 DT Tablet
meftal 500 = Meftal 500 Tablet
meftal spas = Meftal Spas Tablet
meftal forte = Meftal Forte Tablet
meftal p = Meftal P Suspension

cyclopam = Cyclopam Tablet
cyclopam md = Cyclopam MD Tablet
cyclopam suspension = Cyclopam Suspension

voveran 50 = Voveran 50 GE Tablet
voveran sr 75 = Voveran SR 75 Tablet
voveran sr 100 = Voveran SR 100 Tablet
voveran emulgel = Voveran Emulgel 30 gm

ultracet = Ultracet Tablet
ultracet semi = Ultracet Semi Tablet

liv 52 = Liv 52 Tablet 100's
liv 52 ds = Liv 52 DS Tablet 60's
liv 52 syrup = Liv 52 Syrup 100 ml

becosules = Becosules Capsule 20's
becosules z = Becosules Z Capsule 20's
becosules syrup = Becosules Syrup

zincovit = Zincovit Tablet 15's
zincovit syrup = Zincovit Syrup 200 ml
zincovit drops = Zincovit Drops

neurobion forte = Neurobion Forte Tablet 30's
neurobion plus = Neurobion Plus Tablet
evion 400 = Evion 400 Capsule
evion lc = Evion LC Tablet

orofer xt = Orofer XT Tablet
orofer s = Orofer S Injection
orofer fcm = Orofer FCM Injection

dexorange syrup = Dexorange Syrup 200 ml
dexorange capsule = Dexorange Capsule
dexorange plus = Dexorange Plus Syrup

duphaston 10 = Duphaston 10 mg Tablet
susten 100 = Susten 100 Capsule
susten 200 = Susten 200 Capsule
susten sr 300 = Susten SR 300 Tablet

deriphyllin = Deriphyllin Tablet
deriphyllin retard 150 = Deriphyllin Retard 150 Tablet
deriphyllin retard 300 = Deriphyllin Retard 300 Tablet

lasix 40 = Lasix 40 Tablet
lasix 20 = Lasix 20 mg Injection
lasilactone 50 = Lasilactone 50 Tablet

dytor 5 = Dytor 5 Tablet
dytor 10 = Dytor 10 Tablet
dytor plus 10 = Dytor Plus 10 Tablet

concor 2.5 = Concor 2.5 Tablet
concor 5 = Concor 5 Tablet
concor cor = Concor COR 1.25 Tablet
concor am 5 = Concor AM 5 Tablet

met xl 25 = Met XL 25 Tablet
met xl 50 = Met XL 50 Tablet
met xl am 25 = Met XL AM 25 Tablet

nebicard 2.5 = Nebicard 2.5 Tablet
nebicard 5 = Nebicard 5 Tablet
nebicard h = Nebicard H Tablet

olmezest 20 = Olmezest 20 Tablet
olmezest 40 = Olmezest 40 Tablet
olmezest am = Olmezest AM Tablet
olmezest h 20 = Olmezest H 20 Tablet

urimax 0.4 = Urimax 0.4 Capsule MR
urimax d = Urimax D Tablet
urimax f = Urimax F Capsule

nicip = Nicip Tablet
nicip plus = Nicip Plus Tablet
nicip d = Nicip D Tablet

digene gel = Digene Gel Mint 200 ml
digene tablet = Digene Tablet 15's

cremaffin = Cremaffin Syrup 225 ml
cremaffin plus = Cremaffin Plus Syrup

forcan 150 = Forcan 150 Tablet
forcan 200 = Forcan 200 Tablet

itaspor 100 = Itaspor 100 Capsule
itaspor 200 = Itaspor 200 Capsule

telmikind 40 = Tab. Telmikind 40mg (10)
telmikind 80 = Tab. Telmikind 80mg (10)
telmikind h = Tab. Telmikind-H (10)
telmikind am = Tab. Telmikind-AM (10)

wysolone 5 = TAB WYSOLONE 5MG
wysolone 10 = TAB WYSOLONE 10MG
wysolone 20 = TAB WYSOLONE 20MG

medrol 4 = Medrol 4mg Tab
medrol 8 = Medrol 8mg Tab
medrol 16 = Medrol 16mg Tab

eltroxin 25 = ELTROXIN 25MCG TAB
eltroxin 50 = ELTROXIN 50MCG TAB
eltroxin 100 = ELTROXIN 100MCG TAB
`)

export interface Branded {
  /** As it is asked for. */
  spoken: string
  name: string
}

function read(text: string): Branded[][] {
  const blocks = text.trim().split('\n\n')
  return blocks.map((block) =>
    block.split('\n').map((line) => {
      const [spoken = '', name = ''] = line.split(' = ')
      return { spoken, name }
    }),
  )
}
