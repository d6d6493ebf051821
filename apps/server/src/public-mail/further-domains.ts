/**
 * Domains where anybody can have an address, and that the packages do not list: providers, internet access companies
 * that give their customers one, and services that forward. Sorted by kind, then by name.
 */
const FURTHER = `
8alias.com 8shield.net addy.io addymail.com aleeas.com anonaddy.com anonaddy.me dralias.com duck.com erine.email
mozmail.com opayq.com passinbox.com passmail.com passmail.net pobox.com privaterelay.appleid.com relay.firefox.com
silomails.com simplelogin.co simplelogin.com simplelogin.fr slmail.me slmails.com

139.com 189.cn abwesend.de airmail.cc atlas.cz atomicmail.io autistici.org autograf.pl azet.sk bigmir.net box.ua
citromail.hu cock.li criptext.com ctemplar.com cyberfear.com directbox.com disroot.org dismail.de dnmx.org email.de
email.su email.ua elude.in eml.cc euromail.hu everymail.net f-m.fm gmx-topmail.de hey.com hotmail.co icloud.com.cn
imap.cc imapmail.org inbox.lt indamail.hu interia.eu internet-mail.org internet.ru keemail.me kolabnow.com krim.ws
lavabit.com mail.bg mail.ch mail.com.tr mail.de mail.dk mail.fr mail.lv mail.vu mail2tor.com mailbox.org mailfence.com
mailo.com meta.ua murena.io my.com mykolab.com mymacmail.com mynet.com myyahoo.com nana10.co.il naver.com net-c.com
netcmail.com netscape.com onet.com.pl onet.eu onionmail.org onmail.com op.pl openmailbox.org passport.com
passport.net pm.me poczta.onet.eu poczta.onet.pl proton.me protonmail.ch protonmail.com qip.ru rediff.com riseup.net
runbox.com sbcglobal.com secmail.pro sent.as sent.at skiff.com sogou.com sohu.com speedymail.org spoko.pl startmail.com
suomi24.fi systemli.org tempmail.com tfwno.gf tlen.pl tuta.com tuta.io tutamail.com tutanota.com tutanota.de tut.by
ukrpost.net undisclosed.email vip.126.com vip.onet.pl vipmail.hu vivaldi.net vp.pl westnet.com wo.cn wolke7.net
xmail.ru ya.com zohomail.com zohomail.eu zohomail.in

012.net.il 1und1.de aapt.net.au adam.com.au aliceadsl.fr aon.at aruba.it asahi-net.or.jp bahnhof.se bbox.fr bezeqint.net
bigpond.net biglobe.ne.jp bredband.net broadpark.no btconnect.co.uk btopenworld.com casema.nl centurylink.net clear.net.nz
clearwire.net clix.pt cogeco.ca comhem.se delfi.lt dion.ne.jp dnainternet.net dti.ne.jp elisanet.fi eonet.ne.jp
forthnet.gr getmail.no globo.com globomail.com hispeed.ch home.de in.gr infoseek.co.jp iol.pt jcom.zaq.ne.jp jubii.dk
jubiipost.dk kakao.com kolumbus.fi kpnplanet.nl livedoor.com magenta.de mesh.ad.jp mweb.co.za netti.fi netvision.net.il
nifty.com nifty.ne.jp noos.fr numericable.fr ocn.ne.jp odn.ne.jp ofir.dk oi.com.br one.lt online.nl online.no ono.com
optimum.net otenet.gr pandora.be pec.it plala.or.jp poste.it pp.inet.fi prodigy.net.mx proximus.be quicknet.nl r7.com
sakura.ne.jp scarlet.be scarlet.nl slingshot.co.nz so-net.ne.jp solcon.nl spectrum.net start.no stofanet.dk sunrise.ch
superonline.com sympatico.ca talktalk.net tele2.nl tele2.no tele2.se telefonica.net telepac.pt telfort.nl telia.com
telkomsa.net telus.net tesco.net tim.it tin.it tiscali.no ttmail.com twcny.com uk2.net unitybox.de upcmail.nl
virginbroadband.com.au vodafone.de vodafone.nl vodafonethuis.nl vodamail.co.za volny.cz walla.com wo.com.cn xfinity.com
xs4all.nl yaani.com ymail.ne.jp youmail.dk zaq.ne.jp ziggo.nl zoznam.sk
`

/** Providers that have a domain in each of many countries: the packages know some of each. */
const FAMILIES = {
  aol: 'co.uk com com.au com.br com.mx de es fr in it jp nl pl se',
  fastmail: 'ca cn co.uk com com.au de es fm fr im in jp mx net nl org se to tw us',
  gmx: 'at biz ca ch co.uk com cz de es eu fr hk ie info it li net org pt sg tw us',
  hotmail: `at be ca ch cl co.id co.il co.in co.jp co.kr co.nz co.th co.uk co.za com com.ar com.au com.br com.hk com.mx
    com.my com.sg com.tr com.tw com.vn cz de dk es fi fr gr hu ie it jp lt lv my nl no ph pl pt ro rs ru se sg sk`,
  live: `at be ca cl cn co.in co.kr co.uk co.za com com.ar com.au com.mx com.my com.ph com.pt com.sg de dk fi fr hk ie in
    it jp nl no ph pt ru se`,
  msn: 'cn com de nl',
  'net-c': 'be ca cat com es fr it lu nl pl',
  outlook: `at be bg cl co.id co.il co.nz co.th com com.ar com.au com.br com.es com.gr com.hr com.pe com.pt com.tr com.ua
    com.vn cz de dk ec es fr gr hn hu ie id in it jp kr la lt lv mx my nl ph pk pl pt ro rs ru sa sg sk th`,
  posteo: `af at be ch cl co co.uk com.br cr cz de dk ee es eu fi gl gr hn hr hu ie in is it jp la li lt lu me mx my net nl
    no nz org pe pl pm pt ro ru se sg si tn uk us`,
  thexyz: 'ca com fr in mobi net org',
  yahoo: `ae at be bg ca ch cl cn co co.id co.il co.in co.jp co.kr co.nz co.th co.uk co.za com com.ar com.au com.br com.cn
    com.co com.hk com.hr com.mx com.my com.ph com.pe com.sg com.tr com.tw com.ua com.ve com.vn cz de dk ee es fi fr gr hu ie
    in it lt lv nl no pl pt ro rs se sg si sk`,
  yandex: 'by com com.tr ee fr kz lt lv pl ru ua uz',
}

const words = (text: string): string[] => text.trim().split(/\s+/)

export const FURTHER_DOMAINS: readonly string[] = [
  ...words(FURTHER),
  ...Object.entries(FAMILIES).flatMap(([name, endings]) =>
    words(endings).map((ending) => `${name}.${ending}`),
  ),
]

/** Entries of the packages that are employers, or suffixes under which organizations register. */
export const NOT_PUBLIC: ReadonlySet<string> = new Set(
  words(`
    about.com alibaba.com bt.com facebook.com nus.edu.sg
    com.ar edu.net jp.com msk.ru net.ua nom.za org.ua spb.ru uk.org web.id za.com zp.ua
  `),
)
