-- Public mail domains: where anybody can have an address, for good or for ten minutes.
--
-- The domains that two maintained lists agree on, without those of the closed registries .tk, .ml, .ga, .cf and .gq,
-- without employers, and with 48 well-known providers that one of the lists lacks:
--   email-providers 2.26.0, npm package, ISC licence, copyright Jannis R and contributors
--   free-email-domains 1.12.6, npm package, MIT licence, copyright Kiko Beats
-- An operator adds and removes rows of domain_blacklist freely: no later migration will look at them.

insert into public.domain_blacklist (domain)
select domain
from regexp_split_to_table($domains$
027168.com 0815.ru 0815.su 0845.ru 0box.eu 0clickemail.com 0v.ro 0w.ro 0wnd.net 0wnd.org 0x207.info 1-8.biz
1000rebates.stream 100likers.com 105kg.ru 10mail.com 10mail.org 10minut.com.pl 10minut.xyz 10minutemail.be
10minutemail.co.uk 10minutemail.co.za 10minutemail.com 10minutemail.de 10minutemail.net 10minutemail.nl
10minutemail.us 10minutemailbox.com 10minutenemail.de 10minutesmail.com 10minutesmail.fr 10x9.com 11mail.com
123-m.com 123.com 123box.net 123india.com 123mail.cl 123qwe.co.uk 126.com 12hosting.net 12houremail.com
12minutemail.com 12minutemail.net 12storage.com 140unichars.com 147.cl 14n.co.uk 150ml.com 15meg4free.com 15qm.com
163.com 188.com 1blackmoon.com 1ce.us 1chuan.com 1clck2.com 1coolplace.com 1freeemail.com 1funplace.com
1internetdrive.com 1mail.net 1me.net 1mum.com 1musicrow.com 1netdrive.com 1nsyncfan.com 1pad.de 1s.fr 1secmail.com
1secmail.net 1secmail.org 1st-forms.com 1to1mail.org 1under.com 1usemail.com 1webave.com 1webhighway.com
1webmail.info 1zhuan.com 2012-2016.ru 20email.eu 20email.it 20mail.eu 20mail.in 20mail.it 20minutemail.com
20minutemail.it 212.com 2120001.net 21cn.com 24horas.com 24hourmail.com 24hourmail.net 2911.net 2anom.com
2bmail.co.uk 2d2i.com 2die4.com 2ether.net 2odem.com 2prong.com 2trom.com 3000.it 30minutemail.com 30wave.com
321media.com 33mail.com 36ru.com 37.com 3ammagazine.com 3d-painting.com 3dmail.com 3email.com 3l6.com 3xl.net 4-n.us
418.dk 42o.org 444.net 4email.com 4email.net 4mg.com 4newyork.com 4nmv.ru 4tb.host 4warding.com 4warding.net
4warding.org 4x4man.com 50set.ru 55hosting.net 5gramos.com 5july.org 5oz.ru 5x25.com 5ymail.com 60minutemail.com
672643.net 675hosting.com 675hosting.net 675hosting.org 6ip.us 6paq.com 6somok.ru 6url.com 75hosting.com
75hosting.net 75hosting.org 7days-printing.com 7tags.com 80665.com 8127ep.com 88.am 8848.net 97rock.com 99cows.com
99experts.com 9me.site 9mot.ru 9ox.net 9q.ro a-bc.net a45.in aaamail.zzn.com aamail.net aaronkwok.net abacuswe.us
abakiss.com abbeyroadlondon.co.uk abcflash.net abcmail.email abdulnour.com aberystwyth.com abilitywe.us about.com
abovewe.us absolutewe.us abundantwe.us abusemail.de abuser.eu abv.bg abyssmail.com ac20mail.in academiccommunity.com
academycougars.com academywe.us acceleratewe.us accentwe.us acceptwe.us acceso.or.cr access4less.net accessgcc.com
acclaimwe.us accordwe.us accountant.com accreditedwe.us acdcfan.com ace-of-base.com achievementwe.us achievewe.us
acmemail.net acninc.net acornwe.us activatewe.us activist.com activitywe.us acucre.com acuitywe.us acumenwe.us
adaptivewe.us adaptwe.us add3000.pp.ua adelphia.net adeptwe.us adexec.com adfarrow.com adios.net adiq.eu aditus.info
admiralwe.us adobeccepdm.com adoniswe.us ados.fr adpugh.org adsd.org advalvas.be advantagewe.us advantimo.com
adventurewe.us adventwe.us advisorwe.us advocatewe.us adwaterandstir.com aegia.net aegiscorp.net aegiswe.us aeiou.pt
aelo.es aemail4u.com aeneasmail.com aeonpsi.com affiliatedwe.us affinitywe.us affluentwe.us affordablewe.us
afreeinternet.com africamail.com afrobacon.com afterhourswe.us agedmail.com agendawe.us agger.ro agilewe.us
agoodmail.com agtx.net ahaa.dk aheadwe.us ahem.email ahk.jp aichi.com aim.com air2token.com aircraftmail.com
airforce.net airforceemail.com airpost.net ajacied.com ajaxapp.net ak47.hu akapost.com akerd.com akgq701.com
aknet.kg al-qaeda.us albawaba.com albionwe.us alchemywe.us alex4all.com alexandria.cc algeria.com alhilal.net
aliaswe.us alibaba.com alice.it aliceadsl.fr alienware13.com aligamel.com alisongamel.com alivance.com alive.cz
alivewe.us all-cats.ru allaccesswe.us allamericanwe.us allaroundwe.us alldirectbuy.com allegiancewe.us allegrowe.us
allergist.com allgoodwe.us alliancewe.us allinonewe.us allmail.net alloutwe.us allowed.org alloymail.com alloywe.us
allprowe.us allracing.com allsaintsfan.com allseasonswe.us allstarwe.us allthegoodnamesaretaken.org allurewe.us
almondwe.us alph.wtf alpha-web.net alphaomegawe.us alpinewe.us alskens.dk altairwe.us altavista.com altavista.net
altavista.se alternativagratis.com altitudewe.us altmails.com altuswe.us alumni.com alumnidirector.com alvilag.hu
ama-trade.de ama-trans.de amadeuswe.us amail.club amail.com amail4.me amazon-aws.org amberwe.us ambiancewe.us
ambitiouswe.us amelabs.com amele.com america.hm americanawe.us americasbestwe.us americaswe.us ameritech.net
amicuswe.us amilegit.com amiri.net amiriindustries.com amnetsal.com amplewe.us amplifiedwe.us amplifywe.us
ampsylike.com amrer.net amuro.net amuromail.com analysiswe.us analyticalwe.us analyticswe.us analyticwe.us
ananzi.co.za anappfor.com anappthat.com andreihusanu.ro andthen.us andylau.net anfmail.com angelfire.com angelic.com
animalhouse.com animalwoman.net animesos.com anit.ro anjungcafe.com ano-mail.net anon-mail.de anonbox.net
anonmails.de anonymail.dk anonymbox.com anonymized.org anonymousness.com anote.com another.com anotherwin95.com
ansibleemail.com anthony-junkmail.com anti-social.com antireg.com antireg.ru antisocial.com antispam.de
antispam24.de antispammail.de antongijsen.com antwerpen.com anyalias.com anymoment.com anytimenow.com aoeuhtns.com
aol.co.uk aol.com apexmail.com apfelkorps.de aphlog.com apkmd.com apmail.com apollo.lv appc.se appinventor.nl
appixie.com appraiser.net approvers.net apps.dj arabia.com arabtop.net archaeologist.com arcor.de arcotronics.bg
arcticmail.com arduino.hk argentina.com ariaz.jetzt aristotle.org army.net armyspy.com arnet.com.ar aron.us
arroisijewellery.com art-en-ligne.pro artlover.com artlover.com.au artman-conception.com arvato-community.de
as-if.com aschenbrandt.net asdasd.nl asdasd.ru asean-mail.com asheville.com ashleyandrew.com asia-links.com
asia-mail.com asiafind.com asianavenue.com asiancityweb.com asiansonly.net asianwired.net asiapoint.net ask-mail.com
asorent.com ass.pp.ua assala.com assamesemail.com astroboymail.com astroempires.info astrolover.com astrosfan.com
astrosfan.net asu.mx asu.su asurfer.com at.hm at0mik.org atheist.com athenachu.net atina.cl atl.lv atlaswebmail.com
atnextmail.com atozasia.com att.net attglobal.net attnetwork.com attymail.com au.ru auctioneer.net
augmentationtechnology.com ausi.com austin.rr.com australia.edu australiamail.com austrosearch.net auti.st
autoescuelanerja.com autorobotica.com autosouvenir39.ru autotwollow.com autowb.com averdov.com avh.hu avia-tonic.fr
avls.pt awatum.de awiki.org awsom.net axiz.org axon7zte.com axoskate.com axsup.net ayna.com azcomputerworks.com
azimiweb.com b1of96u.com b2bx.net b2cmail.de bachelorboy.com bachelorgal.com backpackers.com backstreet-boys.com
backstreetboysclub.com badgerland.eu badoop.com bagherpour.com bangkok.com bangkok2000.com banit.club banit.me
bank-opros1.ru bannertown.net baptistmail.com baptized.com barcelona.com bareed.ws barryogorman.com bartdevos.be
bartender.net baseballmail.com basketballmail.com basscode.org batuta.net baudoinconsulting.com bauwerke-online.com
bazaaboom.com bbhost.us bboy.zzn.com bcaoo.com bcast.ws bcb.ro bccto.me bcvibes.com bdmuzic.pw bearsarefuzzy.com
beddly.com beeebank.com beefmilk.com beenhad.com beep.ru beer.com beethoven.com belamail.org belice.com
belizehome.com bell.net belljonestax.com bellsouth.net beluckygame.com benipaula.org beribase.ru beribaza.ru
berirabotay.ru berlin.com berlin.de berlinexpo.de bestchoiceusedcar.com bestmail.us bestoption25.club
bestsoundeffects.com betr.co bettergolf.net bgtmail.com bgx.ro bharatmail.com bidourlnks.com big1.us bigassweb.com
bigblue.net.au bigboab.com bigfoot.com bigfoot.de bigger.com bigmailbox.com bigpond.com bigpond.com.au
bigpond.net.au bigprofessor.so bigramp.com bigstring.com bigwhoop.co.za bij.pl bikemechanics.com bikeracer.com
bikeracers.net bikerider.com billsfan.com billsfan.net bimla.net binka.me binkmail.com binnary.com bio-muesli.info
bio-muesli.net bione.co birdlover.com birdowner.net bisons.com bitmail.com bitpage.net bitwhites.top bitymails.us
biz.st bizhosting.com bk.ru blackburnmail.com blackgoldagency.ru blackmarket.to blackplanet.com blader.com
bladesmail.net blazemail.com blip.ch blogmyway.org blogos.net blogspam.ro bluebottle.com bluedumpling.info
bluehyppo.com bluemail.ch bluemail.dk bluesfan.com bluewerks.com bluewin.ch blueyonder.co.uk blushmail.com blutig.me
bmlsports.net boardermail.com boatmail.us boatracers.com bobmail.info bobmurchison.com bodhi.lawlita.com bofthew.com
bol.com.br bolando.com bollywoodz.com boltonfans.com bombdiggity.com bonbon.net bonobo.email bookthemmore.com
boom.com bootmail.com bootybay.de borged.com borged.net borged.org bornnaked.com bostonoffice.com bot.nu boun.cr
bounce.net bouncr.com box.az boxbg.com boxemail.com boxformail.in boxfrog.com boximail.com boxtemp.com.br
boyzoneclub.com bradfordfans.com brandallday.net brasilia.net brasx.org brazilmail.com brazilmail.com.br
breadtimes.press breakthru.com breathe.com brefmail.com brennendesreich.de bresnan.net brew-master.com
brew-meister.com brfree.com.br briggsmarcus.com bright.net britneyclub.com brittonsign.com broadbandninja.com
broadcast.net bsdmail.com bsnow.net bspamfree.org bspooky.com bst-72.com btb-notes.com btc.email btcmail.pw
btconnect.com btinternet.com btizet.pl btopenworld.co.uk buccalmassage.ru budaya-tionghoa.com budayationghoa.com
buffemail.com buffymail.com bugmenever.com bugmenot.com bullsfan.com bullsgame.com bulrushpress.com bum.net
bumerang.ro bumpymail.com bunchofidiots.com bund.us bunsenhoneydew.com burnthespam.info burstmail.info buryfans.com
business-man.com businessbackend.com businessman.net businesssuccessislifesuccess.com buspad.org busta-rhymes.com
buyersusa.com buymoreplays.com buyordie.info buyusedlibrarybooks.org bvimailbox.com byebyemail.com byespm.com
byom.de c2.hu c2i.net c3.hu c4.com c51vsgq.com cabacabana.com cableone.net cachedot.net caere.it cairomail.com
californiafitnessdeals.com californiamail.com callnetuk.com callsign.net caltanet.it cam4you.cc camidge.com
canada-11.com canada.com canadianmail.com candymail.de cane.pw canoemail.com canwetalk.com car101.pro caramail.com
carbtc.net care2.com careerbuildermail.com carioca.net cars2.club cartelera.org cartestraina.ro casablancaresort.com
cash4u.com casino.com casualdx.com catcha.com catholic.org catlover.com cavi.mx cbair.com cbes.net cd2.com cdpa.cc
ceed.se cek.pm celineclub.com cellurl.com celtic.com centermail.com centermail.net centoper.it centralpets.com
centrum.cz centrum.sk centurytel.net cetpass.com cfl.rr.com cfo2go.ro cgac.es chacuo.net chaiyomail.com chammy.info
chance2mail.com chandrasekar.net charmedmail.com charter.net chat.ru chattown.com chauhanweb.com cheaphub.net
cheatmail.de chechnya.conf.work check.com check1check.com cheerful.com chef.net chek.com chello.nl chemist.com
chequemail.com cheyenneweb.com chez.com chickenkiller.com chickmail.com chielo.com childsavetrust.org chilkat.com
china.net.vg chinamail.com chirk.com chithinh.com chocaholic.com.au choco.la chogmail.com choicemail1.com
chong-mail.com chong-mail.net chong-mail.org chumpstakingdumps.com churchusa.com cia-agent.com cia.hu ciaoweb.it
cicciociccio.com cigar-auctions.com cinci.rr.com cincinow.net citlink.net city-of-bath.org city-of-birmingham.com
city-of-brighton.org city-of-cambridge.com city-of-coventry.com city-of-edinburgh.com city-of-lichfield.com
city-of-lincoln.com city-of-liverpool.com city-of-manchester.com city-of-nottingham.com city-of-oxford.com
city-of-swansea.com city-of-westminster.com city-of-westminster.net city-of-york.net cityofcardiff.net
cityoflondon.org civx.org ckiso.com cl-cl.org cl0ne.net claimab.com clandest.in claramail.com classicalfan.com
classicmail.co.za clearwatermail.info clerk.com click-email.com cliffhanger.com clipmail.eu clixser.com
close2you.net clrmail.com club4x4.net clubalfa.com clubbers.net clubducati.com clubhonda.net clubmember.org
clubvdo.net cluemail.com cmail.club cmail.com cmail.net cmail.org cmpmail.com cnamed.com cndps.com cnew.ir cnmsg.net
cnnsimail.com cnsds.de co.cc cock.li cocovpn.com codeandscotch.com codec.ro coder.hu codivide.com coid.biz coieo.com
coinlink.club coldemail.info coldmail.com collectiblesuperstore.com collector.org collegeclub.com collegemail.com
colleges.com columbus.rr.com columbusrr.com columnist.com comcast.net comic.com communityconnect.com
compareshippingrates.org completegolfswing.com comprendemail.com compuserve.com computer-freak.com computer4u.com
computermail.net comwest.de conexcol.com conf.work conk.com connect4free.net connectbox.com consultant.com
consumerriot.com contbay.com contractor.net contrasto.cu.cc cookiemonster.com cool.br coolandwacky.us coolgoose.ca
coolgoose.com coolimpool.org coolkiwi.com coollist.com coolmail.com coolmail.net coolsend.com coolsite.net
cooooool.com cooperation.net cooperationtogo.net copacabana.com cornells.com cornerpub.com corporatedirtbag.com
correo.terra.com.gt cortinet.com cosmorph.com cotas.net counsellor.com countrylover.com courriel.fr.nf
courrieltemporaire.com cox.net coxinet.net coza.ro cracker.hu crankhole.com crapmail.org crastination.de
crazedanddazed.com crazespaces.pw crazymailing.com crazysexycool.com cream.pink cristianemail.com critterpost.com
croeso.com crosshairs.com crossroadsmail.com crosswinds.net crwmail.com cry4helponline.com cs.com csh.ro
csinibaba.hu cszbl.com ctmailing.us ctos.ch cu.cc cubiclink.com cuemail.com curio-city.com curryworld.de cust.in
cute-girl.com cuteandcuddly.com cutey.com cutout.club cuvox.de cww.de cyber-africa.net cyber-innovation.club
cyber-phone.eu cyber-wizard.com cyber4all.com cyberbabies.com cybercafemaui.com cyberdude.com cyberforeplay.net
cybergal.com cybergrrl.com cyberinbox.com cyberleports.com cybermail.net cybernet.it cyberservices.com
cyberspace-asia.com cybertrains.org cyclefanz.com cylab.org cynetcity.com d3p.dk daabox.com dab.ro dabsol.net
dacoolest.com dadacasa.com daemsteam.com daha.com daily-email.com dailypioneer.com daintly.com dallasmail.com
damai.webcam dammexe.net damnthespam.com dandikmail.com dangerous-minds.com dansegulvet.com darkharvestfilms.com
daryxfox.net dash-pads.com data54.com dataarca.com datarca.com datazo.ca datum2.com daum.net davegracey.com
davidkoh.net davidlcreative.com dawnsonmail.com dawsonmail.com daymail.life daymailonline.com dayrep.com
dazedandconfused.com dbunker.com dbzmail.com dcemail.com ddcrew.com de-a.org deadaddress.com deadchildren.org
deadlymob.org deadspam.com deagot.com deal-maker.com dealja.com dealrek.com dearriba.com death-star.com deekayen.us
defomail.com degradedfun.net delayload.com delayload.net delikkt.de deliveryman.com deneg.net depechemode.com
der-kombi.de derkombi.de derluxuswagen.de deseretmail.com desertmail.com desilota.com deskpilot.com desoz.com
despam.it despammed.com destin.com detik.com deutschland-net.com devnullmail.com devotedcouples.com deyom.com
dfwatson.com dharmatel.net dhm.ro di-ve.com dialogus.com diapaulpainting.com digibel.be digital-message.com
digitalmail.info digitalmariachis.com digitalsanctuary.com dildosfromspace.com dim-coin.com dingbone.com
diplomats.com directmail24.net dirtracer.com disaq.com disbox.net disbox.org discard.email discardmail.com
discardmail.de disciples.com discofan.com discoverymail.com disign-concept.eu disign-revelation.com disinfo.net
dispo.in dispomail.eu disposable.com disposableaddress.com disposableemailaddresses.com disposableinbox.com
disposablemails.com dispose.it disposeamail.com disposemail.com dispostable.com disroot.org divermail.com
divismail.ru diwaq.com dlemail.ru dm.w3internet.co.uk dmailman.com dmarc.ro dnses.ro dnsmadeeasy.com doanart.com
dob.jp docomo.ne.jp doctor.com dodgeit.com dodgemail.de dodgit.com dodgit.org dodo.com.au dodsi.com dog.com
doglover.com dogmail.co.uk dogsnob.net doiea.com doityourself.com dolphinnet.net domozmail.com doneasy.com
donemail.ru donjuan.com dontgotmail.com dontmesswithtexas.com dontreg.com dontsendmespam.de doramail.com
dostmail.com dotcom.fr dotman.de dotmsg.com dotslashrage.com dott.it douchelounge.com dozvon-spb.ru dp76.com
dplanet.ch dr.com dr69.site dragoncon.net drdrb.com drdrb.net dred.ru drevo.si drivetagdev.com droolingfanboy.de
dropcake.de dropjar.com droplar.com dropmail.me dropzone.com drotposta.hu dsiay.com dspwebservices.com duam.net
dubaimail.com dublin.com dublin.ie duck.com duck2.club dudmail.com duk33.com dukedish.com dump-email.info
dumpandjunk.com dumpmail.de dumpyemail.com dunlopdriver.com dunloprider.com duno.com durandinterstellar.com
duskmail.com dutchmail.com dwp.net dwse.edu.pl dyceroprojects.com dygo.com dynamitemail.com dz17.net e-apollo.lv
e-mail.com e-mail.dk e-mail.org e-mail.ru e-mailanywhere.com e-mails.ru e-marketstore.ru e-postkasten.de
e-tapaal.com e3z.de e4ward.com earthalliance.com earthcam.net earthdome.com earthling.net earthlink.net
earthonline.net eastcoast.co.za eastmail.com easy-trash-mail.com easy.to easypost.com easytrashmail.com
eatmea2z.club ebeschlussbuch.de ecallheandi.com ecardmail.com ecbsolutions.net echina.com ecolo-online.fr
ecompare.com edgex.ru edinburgh-airporthotels.com edmail.com ednatx.com edtnmail.com educacao.te.pt edv.to ee1.pl
ee2.pl eelmail.com efxs.ca ehmail.com einmalmail.de einrot.com einrot.de eintagsmail.de eircom.net
elearningjournal.org electro.mn elitevipatlantamodels.com elki-mkzn.ru elsitio.com elvis.com elvisfan.com
email-fake.com email-jetable.fr email-lab.com email-london.co.uk email.cbes.net email.com email.cz email.de email.ee
email.it email.net email.nu email.ro email.ru email.si email2me.net email60.com emailacc.com emailaccount.com
emailchoice.com emailcorner.net emaildienst.de emailem.com emailengine.net emailfake.com emailforyou.net
emailgenerator.de emailgo.de emailgroups.net emailias.com emailigo.de emailinfive.com emailisvalid.com emaillime.com
emailmiser.com emailna.co emailo.pro emailondeck.com emailpinoy.com emailplanet.com emailportal.info emailproxsy.com
emailresort.com emails.ru emailsecurer.com emailsensei.com emailsingularity.net emailsy.info emailtech.info
emailtemporanea.com emailtemporanea.net emailtemporar.ro emailtemporario.com.br emailthe.net emailtmp.com emailto.de
emailure.net emailuser.net emailwarden.com emailx.net emailxfer.com ematic.com embarqmail.com emeil.in emeil.ir
emeraldwebmail.com emil.com eml.pp.ua emlhub.com emlpro.com emltmp.com emstjzh.com emz.net end-war.com enel.net
engineer.com england.com england.edu englandmail.com enterto.com envy17.com eoffice.top epatra.com epb.ro
ephemail.net ephemeral.email epix.net epost.de eposta.hu eqqu.com eramail.co.za eresmas.com eriga.lv ero-tube.org
esbano-ru.ru esc.la escapehatchapp.com esemay.com esgeneri.com esprity.com estate-invest.fr estranet.it eth2btc.info
ether123.net ethereum1.top ethersports.org ethersportz.info ethos.st etlgr.com etoast.com etotvibor.ru
etrademail.com etranquil.com etranquil.net etranquil.org euaqa.com eudoramail.com europe.com europemail.com
euroseek.com evanfox.info eveav.com every1.net everyday.com.kh everyone.net evopo.com evyush.com examnotes.net
excite.co.jp excite.com excite.it execs.com exemail.com.au existiert.net exitstageleft.net explodemail.com
express.net.ua expressasia.com extenda.net extended.com extremail.ru eyepaste.com eyou.com ez.lv ezcybersearch.com
ezehe.com ezfill.com ezmail.egine.com ezmail.ru ezrs.com ezstest.com ezweb.ne.jp f1fans.net f4k.es fadingemail.com
fag.wf failbone.com faithkills.com fake-box.com fake-email.pp.ua fakedemail.com fakeinbox.com fakeinbox.info
fakeinformation.com fakemail.fr fakemailgenerator.com fakemailz.com fammix.com fan.com fangoh.com fansonlymail.com
fansworldwide.de fantasticmail.com fantasymail.de farang.net faroweb.com farrse.co.uk fast-email.info fast-mail.fr
fastacura.com fastchevy.com fastchrysler.com fastem.com fastemail.us fastemailer.com fastermail.com fasternet.biz
fastimap.com fastkawasaki.com fastmail.com fastmail.com.au fastmail.fm fastmailbox.net fastmazda.com
fastmessaging.com fastmitsubishi.com fastnissan.com fastservice.com fastsubaru.com fastsuzuki.com fasttoyota.com
fastyamaha.com fatcock.net fatflap.com fathersrightsne.org fbi-agent.com fbi.hu fdfdsfds.com federalcontractors.com
felicitymail.com femenino.com fer-gabon.org fermaxxi.ru fetchmail.co.uk fettometern.com feyenoorder.com ffanet.com
fiberia.com ficken.de fictionsite.com fightallspam.com figjs.com figshot.com figurescoin.com fiifke.de filbert4u.com
filberts4u.com filipinolinks.com film-blog.biz filzmail.com financemail.net financier.com findemail.info
findmail.com findu.pl finebody.com fir.hk fire-brigade.com fireman.net fishburne.org fitnesrezink.ru fivemail.de
fizmail.com flashbox.5july.org flashmail.com flashmail.net fleckens.hu flemail.ru flipcode.com flowu.com flu.cc
flurred.com fly-ts.de flyinggeek.net flyspam.com fmail.co.uk fmailbox.com fmgirl.com fmguy.com fnbmail.co.za
fnmail.com folkfan.com foobarbot.net foodmail.com footard.com footballmail.com for-president.com forecastertests.com
forfree.at forgetmail.com fornow.eu forpresident.com forspam.net fortuncity.com fortunecity.com forum.dk forward.cat
foxja.com foxmail.com foxtrotter.info fr33mail.info frapmail.com free-org.com free.com.pe free.fr freeaccess.nl
freeaccount.com freeandsingle.com freebabysittercam.com freeblackbootytube.com freecat.net freedom.usa.com
freedomlover.com freedompop.us freefattymovies.com freegates.be freeghana.com freehotmail.net freeinbox.email
freelance-france.eu freeler.nl freeletter.me freemail.c3.hu freemail.com.au freemail.com.pk freemail.de freemail.et
freemail.gr freemail.hu freemail.it freemail.lt freemail.ms freemail.nl freemail.org.mk freenet.de freenet.kg
freeola.com freeola.net freeplumpervideos.com freerubli.ru freeschoolgirlvids.com freeserve.co.uk freesistercam.com
freestart.hu freesurf.fr freesurf.nl freeteenbums.com freeuk.com freeuk.net freeukisp.co.uk freeweb.org
freewebemail.com freeyellow.com freezone.co.uk fresnomail.com freundin.ru friendlymail.co.uk friends-cafe.com
friendsfan.com from-africa.com from-america.com from-argentina.com from-asia.com from-australia.com from-belgium.com
from-brazil.com from-canada.com from-china.net from-england.com from-europe.com from-france.net from-germany.net
from-holland.com from-israel.com from-italy.net from-japan.net from-korea.com from-mexico.com from-outerspace.com
from-russia.com from-spain.net fromalabama.com fromalaska.com fromarizona.com fromarkansas.com fromcalifornia.com
fromcolorado.com fromconnecticut.com fromdelaware.com fromflorida.net fromgeorgia.com fromhawaii.net fromidaho.com
fromillinois.com fromindiana.com fromiowa.com fromjupiter.com fromkansas.com fromkentucky.com fromlouisiana.com
frommaine.net frommaryland.com frommassachusetts.com frommiami.com frommichigan.com fromminnesota.com
frommississippi.com frommissouri.com frommontana.com fromnebraska.com fromnevada.com fromnewhampshire.com
fromnewjersey.com fromnewmexico.com fromnewyork.net fromnorthcarolina.com fromnorthdakota.com fromohio.com
fromoklahoma.com fromoregon.net frompennsylvania.com fromrhodeisland.com fromru.com fromsouthcarolina.com
fromsouthdakota.com fromtennessee.com fromtexas.com fromthestates.com fromutah.com fromvermont.com fromvirginia.com
fromwashington.com fromwashingtondc.com fromwestvirginia.com fromwisconsin.com fromwyoming.com front.ru front14.org
frontier.com frontiernet.net frostbyte.uk.net fsmail.net ftml.net ftp.sh ftpinc.ca fuckedupload.com fuckingduh.com
fuckme69.club fudgerub.com fuirio.com fullmail.com fulvie.com fun64.com funkfan.com funnycodesnippets.com
funnymail.de fuorissimo.com furnitureprovider.com furzauflunge.de fuse.net fut.es fuwamofu.com fux0ringduh.com
fwnb.com fxnxs.com fxsmails.com fyii.de g4hdrop.us gafy.net galaxy.tv galaxy5.com galaxyhit.com gally.jp gamebox.net
gamegeek.com gamegregious.com gamespotmail.com gamgling.com gamno.config.work garasikita.pw garbage.com
garbagecollector.org garbagemail.org gardener.com gardenscape.ca garizo.com garliclife.com garrymccooey.com gav0.com
gawab.com gaybrighton.co.uk gaza.net gazeta.pl gazibooks.com gci.net geecities.com geek.com geek.hu geeklife.com
geew.ru gehensiemirnichtaufdensack.de geldwaschmaschine.de gelitik.in genderfuck.net general-hospital.com
geocities.com geologist.com geopia.com germanymail.com geronra.com geschent.biz get.pp.ua get1mail.com get2mail.fr
getairmail.com geteit.com getmails.eu getnada.com getonemail.com getonemail.net getsimpleemail.com gett.icu
ghanamail.com ghostmail.com ghosttexter.de giaiphapmuasam.com giantmail.de gifto12.com giga4u.de gigileung.org
ginzi.be ginzi.co.uk ginzi.es ginzi.net ginzy.co.uk ginzy.eu girlsindetention.com girlsundertheinfluence.com
gishpuppy.com givepeaceachance.com givmail.com glay.org glendale.net glitch.sx globalfree.it globalpagan.com
globalsite.com.br globaltouron.com glubex.com glucosegrin.com gmail.com gmial.com gmx.at gmx.ch gmx.com gmx.de
gmx.fr gmx.li gmx.net gnctr-calgary.com go.com go.ro go.ru go2net.com go2usa.info go2vpn.net gocollege.com
gocubs.com goemailgo.com gofree.co.uk goldenmail.ru goldmail.ru golemico.com golfemail.com golfilla.info golfmail.be
gomail.in gonavy.net goodstick.com googlemail.com goplay.com goplaygame.ru gorillaswithdirtyarmpits.com
gorontalo.net gospelfan.com gosuslugi-spravka.ru gothere.biz gothere.uk.com gotmail.com gotmail.net gotmail.org
gotomy.com gotti.otherinbox.com gowikibooks.com gowikicampus.com gowikicars.com gowikifilms.com gowikigames.com
gowikimusic.com gowikinetwork.com gowikitravel.com gowikitv.com gportal.hu graduate.org graffiti.net gramszu.net
grandmamail.com grandmasmail.com graphic-designer.com grapplers.com gratisweb.com great-host.in greenhousemail.com
greenmail.net greensloth.com greggamel.com greggamel.net gregorsky.zone gregorygamel.com gregorygamel.net grish.de
griuc.schule grn.cc groupmail.com grr.la grungecafe.com gruz-m.ru gs-arc.org gsredcross.org gsrv.co.uk gtmc.net
gua.net gudanglowongan.com guerillamail.biz guerillamail.com guerillamail.de guerillamail.info guerillamail.net
guerillamail.org guerillamailblock.com guerrillamail.biz guerrillamail.com guerrillamail.de guerrillamail.info
guerrillamail.net guerrillamail.org guerrillamailblock.com guessmail.com guju.net gustr.com guy.com guy2.com
guyanafriends.com gynzi.co.uk gynzi.es gyorsposta.com gyorsposta.hu gzb.ro h8s.org habitue.net hacccc.com
hackermail.com hackermail.net hackthatbit.ch hahawrong.com hailmail.net hairdresser.net hairs24.ru haltospam.com
hamptonroads.com handbag.com handleit.com hang-ten.com hanmail.net happemail.com happycounsel.com happydomik.ru
happypuppy.com harakirimail.com hardcorefreak.com haribu.com hartbot.de hat-geld.de hatespam.org hawaii.rr.com
hawaiiantel.net hawrong.com haydoo.com hazelnut4u.com hazelnuts4u.com hazmatshipping.org headstrong.de
heartthrob.com heathenhammer.com heathenhero.com hecat.es heerschap.com heesun.net hehe.com hello.hu hello.net.au
hello.to hellodream.mobi helloricky.com helpinghandtaxcenter.org helpjobs.ru helter-skelter.com herediano.com
herono1.com heros3.com herp.in herpderp.nl hetnet.nl hey.com hey.to hezll.com hhdevel.com hi2.in hi5.si
hiddentragedy.com hidebox.org hidebusiness.xyz hidemail.de hidemail.pro hidemail.us hidzz.com highbros.org
highmilton.com highquality.com highveldmail.co.za hilarious.com hiltonvr.com himail.online hiphopfan.com
hispavista.com hispeed.ch hitthe.net hkg.net hkstarphoto.com hmail.us hmamail.com hmh.ro hoanggiaanh.com
hoanglong.tech hochsitze.com hockeymail.com hollywoodkids.com home-email.com home.nl home.no.net home.ro home.se
homelocator.com homemail.com homestead.com hongkong.com honor-8.com hookup.net hoopsmail.com hopemail.biz
hornyalwary.top horrormail.com hostcalls.com hostguru.top hot-shot.com hot.ee hotbot.com hotbrev.com hotfire.net
hotletter.com hotmai.com hotmail.be hotmail.ca hotmail.co.il hotmail.co.jp hotmail.co.kr hotmail.co.nz hotmail.co.th
hotmail.co.uk hotmail.com hotmail.com.au hotmail.com.br hotmail.de hotmail.dk hotmail.es hotmail.fr hotmail.gr
hotmail.it hotmail.kg hotmail.kz hotmail.nl hotmail.ru hotmail.sg hotmailproduct.com hotmial.com hotpop.com
hotpop3.com hotvoice.com housat.com housemail.com hpc.tw hs.vc hsuchi.net ht.cx hughes.net hulapla.de humaility.com
humanoid.net humn.ws.gy hungpackage.com hunsa.com hush.com hushmail.com huskion.net hvastudiesucces.nl hwsye.net
hypernautica.com i-connect.com i-france.com i-mail.com.au i-p.com i.am i.softbank.jp i.ua i12.com i2pmail.org
i6.cloudns.cc iamawoman.com iamwaiting.com iamwasted.com iamyours.com iaoss.com ibnuh.bz
icantbelieveineedtoexplainthisshit.com icemail.club icestorm.com ichigo.me icloud.com icmsconsultants.com icq.com
icqmail.com icrazy.com icx.in icx.ro id-base.com ididitmyway.com idirect.com idx4.com ieatspam.eu ieatspam.info
ieh-mail.de iespana.es iffymedia.com ifoward.com ig.com.br ige.es igg.biz ignazio.it ignmail.com ignoremail.com
ihateclowns.com ihateyoualot.info ihazspam.ca iheartspam.org iinet.net.au ijustdontcare.com ikbenspamvrij.nl
illistnoise.com ilovechocolate.com ilovejesus.com ilovespam.com ilovetocollect.net ilse.nl imaginemail.com imail.ru
imailbox.com imails.info imel.org imgof.com imgv.de immo-gerance.info imneverwrong.com imposter.co.uk imstations.com
imstressed.com imtoosexy.com in-box.net iname.com inbound.plus inbox.com inbox.lv inbox.net inbox.ru inbox.si
inbox2.info inboxalias.com inboxbear.com inboxclean.com inboxclean.org inboxdesign.me inboxed.im inboxed.pw
inboxkitten.com inboxproxy.com inboxstore.me incamail.com inclusiveprogress.com incognitomail.com incognitomail.net
incognitomail.org incq.com incredimail.com ind.st indexa.fr india.com indiatimes.com indieclad.com indirect.ws
indo-mail.com indocities.com indomaed.pw indomail.com indoserver.stream indosukses.press indyracers.com ineec.net
info-media.de info66.com infocom.zp.ua infohq.com infomail.es infomart.or.jp infoseek.jp infospacemail.com
infovia.com.ar inggo.org inicia.es inmail.sk innocent.com inorbit.com inoutmail.de inoutmail.eu inoutmail.info
inoutmail.net insanumingeniumhomebrew.com insidebaltimore.net insight.rr.com insorg-mail.info instance-email.com
instant-mail.de instantblingmail.info instantemailaddress.com instantmail.fr instruction.com insurer.com
interburp.com interfree.it interia.pl interlap.com.ar intermail.co.il internet-police.com internet-v-stavropole.ru
internetbiz.com internetdrive.com internetegypt.com internetemails.net internetmailing.net internetoftags.com
internode.on.net interstats.org intersteller.com inwind.it iobox.com iobox.fi iol.it iowaemail.com iozak.com ip3.com
ip4.pp.ua ip6.pp.ua ipoo.org iprimus.com.au ipsur.org iqemail.com irabops.com irangate.net iraqmail.com irc.so
ireland.com irelandmail.com irish2me.com irishspringrealty.com irj.hu iroid.com ironiebehindert.de irssi.tv is.af
isdaq.com isellcars.com islamonline.net isleuthmail.com ismart.net isonfire.com isp9.net israelmail.com istii.ro
isukrainestillacountry.com it7.ovh italymail.com itloox.com itmom.com itunesgiftcodegenerator.com ivebeenframed.com
ivillage.com iwan-fals.com iwmail.com iwon.com ixx.io izadpanah.com j-p.us jafps.com jahoopa.com jakuza.hu
janproz.com japan.com jaydemail.com jazzandjava.com jazzfan.com jazzgame.com jcom.home.ne.jp jdmadventures.com
jdz.ro je-recycle.info jellyrolls.com jerusalemmail.com jet-renovation.fr jetable.com jetable.fr.nf jetable.net
jetable.org jetable.pp.ua jetemail.net jippii.fi jmail.co.za jmail.ovh jmail.ro jnxjn.com job4u.com
jobbikszimpatizans.hu jobposts.net jobs-to-be-done.net joelpet.com joetestalot.com joinme.com jokes.com jopho.com
jordanmail.com josse.ltd journalist.com jourrapide.com jovem.te.pt joymail.com jpco.org jpopmail.com
jsrsolutions.com jubiimail.dk jump.com jumpy.it jungkamushukum.com juniormail.com junk.to junk1e.com junkmail.com
juno.com just-email.com justemail.net justicemail.com jwork.ru kaazoo.com kademen.com kaixo.com kakadua.net
kalapi.org kalpoint.com kamen-market.ru kamsg.com kansascity.com kaovo.com kapoorweb.com karachian.com
karachioye.com karbasi.com kariplan.com karta-kykyruza.ru kartvelo.com kasmail.com kaspop.com katamail.com
katztube.com kayafmmail.co.za kbjrmail.com kcks.com kcrw.de keemail.me keepmymail.com keg-party.com keinhirn.de
keinpardon.de keipino.de keko.com.ar kellychen.com kemptvillebaseball.com keromail.com keyemail.com kgb.hu
khosropour.com kiani.com kickassmail.com killermail.com killmail.com killmail.net kimo.com kimsdisk.com
kinki-kids.com kino-100.ru kiois.com kismail.ru kissfans.com kisstwink.com kitnastar.com kittymail.com kitznet.at
kiwibox.com kiwitown.com klassmaster.com klassmaster.net klipschx12.com kloap.com kludgemush.com klzlk.com kmhow.com
knol-power.nl kommunity.biz kon42.com konultant-jurist.ru konx.com kopagas.com kopaka.net korea.com koreamail.com
korona-nedvizhimosti.ru koshu.ru kosmetik-obatkuat.com kostenlosemailadresse.de koszmail.pl kpnmail.nl kpooa.com
krongthip.com krunis.com ksanmail.com ksee24mail.com kube93mail.com kuhrap.com kukamail.com kulmeo.com
kulturbetrieb.info kumarweb.com kurzepost.de kuwait-mail.com kwift.net kwilco.net kyal.pl l-c-a.us l33r.eu la.com
labetteraverouge.at lacedmail.com lackmail.net lackmail.ru ladymail.cz lagerlouts.com lags.us lahoreoye.com lain.ch
lakelivingstonrealestate.com lakmail.com lamer.hu land.ru landmail.co lankamail.com laoeq.com laposte.net
last-chance.pro lastmail.co lastmail.com latemodels.com latinmail.com law.com lawlita.com lawyer.com lazyinbox.com
lazyinbox.us ldop.com ldtp.com le-tim.ru lee.mx leeching.net leehom.net legalactions.com legalrc.loan legislator.com
lenovog4.com leonlai.net letsgomets.net letthemeatspam.com levele.com levele.hu lex.bg lexis-nexis-mail.com lez.se
lgxscreen.com lhsdv.com liamcyrus.com libero.it liberomail.com lick101.com lifebyfood.com lifetotech.com ligsb.com
lillemap.net lilo.me lindenbaumjapan.com link2mail.net linkedintuts2016.pw linkmaster.com linktrader.com
linshiyouxiang.net linuxfreemail.com linuxmail.org linuxmail.so lionsfan.com.au liontrucks.com liquidinformation.net
list.ru litedrop.com littleblueroom.com live.be live.ca live.cn live.co.kr live.co.uk live.com live.com.ar
live.com.au live.com.mx live.com.sg live.de live.dk live.fr live.hk live.ie live.it live.jp live.nl
liverpoolfans.com lkgn.se llandudno.com llangollen.com llogin.ru lmxmail.sk loadby.us loan101.pro lobbyist.com
localbar.com locanto1.club locantofuck.top locantowsite.club locomodev.net logular.com loh.pp.ua loin.in
lolfreak.net lolmail.biz london.com looksmart.co.uk looksmart.com looksmart.com.au lookugly.com lopezclub.com
lordsofts.com lortemail.dk losemymail.com louiskoo.com love.cz loveable.com lovecat.com lovelygirl.net lovemail.com
lovemeleaveme.com lover-boy.com lovergirl.com lovingjesus.com lowandslow.com lpfmgmtltd.com lr7.us lr78.com
lroid.com lru.me ls-server.ru luckymail.org lukecarriere.com lukemail.info lukop.dk luso.pt luukku.com luv2.us
lycos.co.uk lycos.com lycos.es lycos.it lycos.ne.jp lycosmail.com lyfestylecreditsolutions.com m-a-i-l.com
m-hmail.com m21.cc m4.org m4ilweb.info maboard.com mac.com macbox.com macfreak.com machinecandy.com macmail.com
macr2.com macromaid.com madcreations.com madonnafan.com madrid.com maffia.hu magamail.com magicbox.ro
magicmail.co.za magspam.net mahmoodweb.com maidlow.info mail-awu.de mail-box.cz mail-center.com mail-central.com
mail-easy.fr mail-filter.com mail-hub.info mail-me.com mail-owl.com mail-page.com mail-share.com mail-temporaire.com
mail-temporaire.fr mail-tester.com mail.austria.com mail.az mail.bbexcite.jp mail.be mail.bulgaria.com mail.by
mail.byte.it mail.co.za mail.com mail.ee mail.entrepeneurmag.com mail.freetown.com mail.goo.ne.jp mail.gr
mail.hitthebeach.com mail.md mail.nu mail.org.uk mail.pf mail.pt mail.r-o-o-t.com mail.ru mail.sisna.com
mail.usa.com mail.vasarhely.hu mail.wtf mail114.net mail15.com mail1a.de mail2007.com mail21.cc mail22.club
mail2aaron.com mail2abby.com mail2abc.com mail2actor.com mail2admiral.com mail2adorable.com mail2adoration.com
mail2adore.com mail2adventure.com mail2aeolus.com mail2aether.com mail2affection.com mail2afghanistan.com
mail2africa.com mail2agent.com mail2aha.com mail2ahoy.com mail2aim.com mail2air.com mail2airbag.com
mail2airforce.com mail2airport.com mail2alabama.com mail2alan.com mail2alaska.com mail2albania.com
mail2alcoholic.com mail2alec.com mail2alexa.com mail2algeria.com mail2alicia.com mail2alien.com mail2allan.com
mail2allen.com mail2allison.com mail2alpha.com mail2alyssa.com mail2amanda.com mail2amazing.com mail2amber.com
mail2america.com mail2american.com mail2andorra.com mail2andrea.com mail2andy.com mail2anesthesiologist.com
mail2angela.com mail2angola.com mail2ann.com mail2anna.com mail2anne.com mail2anthony.com mail2anything.com
mail2aphrodite.com mail2apollo.com mail2april.com mail2aquarius.com mail2arabia.com mail2arabic.com
mail2architect.com mail2ares.com mail2argentina.com mail2aries.com mail2arizona.com mail2arkansas.com
mail2armenia.com mail2army.com mail2arnold.com mail2art.com mail2artemus.com mail2arthur.com mail2artist.com
mail2ashley.com mail2ask.com mail2astronomer.com mail2athena.com mail2athlete.com mail2atlas.com mail2atom.com
mail2attitude.com mail2auction.com mail2aunt.com mail2australia.com mail2austria.com mail2azerbaijan.com
mail2baby.com mail2bahamas.com mail2bahrain.com mail2ballerina.com mail2ballplayer.com mail2band.com
mail2bangladesh.com mail2bank.com mail2banker.com mail2bankrupt.com mail2baptist.com mail2bar.com mail2barbados.com
mail2barbara.com mail2barter.com mail2basketball.com mail2batter.com mail2beach.com mail2beast.com mail2beatles.com
mail2beauty.com mail2becky.com mail2beijing.com mail2belgium.com mail2belize.com mail2ben.com mail2bernard.com
mail2beth.com mail2betty.com mail2beverly.com mail2beyond.com mail2biker.com mail2bill.com mail2billionaire.com
mail2billy.com mail2bio.com mail2biologist.com mail2black.com mail2blackbelt.com mail2blake.com mail2blind.com
mail2blonde.com mail2blues.com mail2bob.com mail2bobby.com mail2bolivia.com mail2bombay.com mail2bonn.com
mail2bookmark.com mail2boreas.com mail2bosnia.com mail2boston.com mail2botswana.com mail2bradley.com mail2brazil.com
mail2breakfast.com mail2brian.com mail2bride.com mail2brittany.com mail2broker.com mail2brook.com mail2bruce.com
mail2brunei.com mail2brunette.com mail2brussels.com mail2bryan.com mail2bug.com mail2bulgaria.com mail2business.com
mail2buy.com mail2ca.com mail2california.com mail2calvin.com mail2cambodia.com mail2cameroon.com mail2canada.com
mail2cancer.com mail2capeverde.com mail2capricorn.com mail2cardinal.com mail2cardiologist.com mail2care.com
mail2caroline.com mail2carolyn.com mail2casey.com mail2cat.com mail2caterer.com mail2cathy.com mail2catlover.com
mail2catwalk.com mail2cell.com mail2chad.com mail2champaign.com mail2charles.com mail2chef.com mail2chemist.com
mail2cherry.com mail2chicago.com mail2chile.com mail2china.com mail2chinese.com mail2chocolate.com
mail2christian.com mail2christie.com mail2christmas.com mail2christy.com mail2chuck.com mail2cindy.com
mail2clark.com mail2classifieds.com mail2claude.com mail2cliff.com mail2clinic.com mail2clint.com mail2close.com
mail2club.com mail2coach.com mail2coastguard.com mail2colin.com mail2college.com mail2colombia.com mail2color.com
mail2colorado.com mail2columbia.com mail2comedian.com mail2composer.com mail2computer.com mail2computers.com
mail2concert.com mail2congo.com mail2connect.com mail2connecticut.com mail2consultant.com mail2convict.com
mail2cook.com mail2cool.com mail2cory.com mail2costarica.com mail2country.com mail2courtney.com mail2cowboy.com
mail2cowgirl.com mail2craig.com mail2crave.com mail2crazy.com mail2create.com mail2croatia.com mail2cry.com
mail2crystal.com mail2cuba.com mail2culture.com mail2curt.com mail2customs.com mail2cute.com mail2cutey.com
mail2cynthia.com mail2cyprus.com mail2czechrepublic.com mail2dad.com mail2dale.com mail2dallas.com mail2dan.com
mail2dana.com mail2dance.com mail2dancer.com mail2danielle.com mail2danny.com mail2darlene.com mail2darling.com
mail2darren.com mail2daughter.com mail2dave.com mail2dawn.com mail2dc.com mail2dealer.com mail2deanna.com
mail2dearest.com mail2debbie.com mail2debby.com mail2deer.com mail2delaware.com mail2delicious.com mail2demeter.com
mail2democrat.com mail2denise.com mail2denmark.com mail2dennis.com mail2dentist.com mail2derek.com mail2desert.com
mail2devoted.com mail2devotion.com mail2diamond.com mail2diana.com mail2diane.com mail2diehard.com mail2dilemma.com
mail2dillon.com mail2dinner.com mail2dinosaur.com mail2dionysos.com mail2diplomat.com mail2director.com
mail2dirk.com mail2disco.com mail2dive.com mail2diver.com mail2divorced.com mail2djibouti.com mail2doctor.com
mail2doglover.com mail2dominic.com mail2dominica.com mail2dominicanrepublic.com mail2don.com mail2donald.com
mail2donna.com mail2doris.com mail2dorothy.com mail2doug.com mail2dough.com mail2douglas.com mail2dow.com
mail2downtown.com mail2dream.com mail2dreamer.com mail2dude.com mail2dustin.com mail2dyke.com mail2dylan.com
mail2earl.com mail2earth.com mail2eastend.com mail2eat.com mail2economist.com mail2ecuador.com mail2eddie.com
mail2edgar.com mail2edwin.com mail2egypt.com mail2electron.com mail2eli.com mail2elizabeth.com mail2ellen.com
mail2elliot.com mail2elsalvador.com mail2elvis.com mail2emergency.com mail2emily.com mail2engineer.com
mail2english.com mail2environmentalist.com mail2eos.com mail2eric.com mail2erica.com mail2erin.com mail2erinyes.com
mail2eris.com mail2eritrea.com mail2ernie.com mail2eros.com mail2estonia.com mail2ethan.com mail2ethiopia.com
mail2eu.com mail2europe.com mail2eurus.com mail2eva.com mail2evan.com mail2evelyn.com mail2everything.com
mail2exciting.com mail2expert.com mail2fairy.com mail2faith.com mail2fanatic.com mail2fancy.com mail2fantasy.com
mail2farm.com mail2farmer.com mail2fashion.com mail2fat.com mail2feeling.com mail2female.com mail2fever.com
mail2fighter.com mail2fiji.com mail2filmfestival.com mail2films.com mail2finance.com mail2finland.com
mail2fireman.com mail2firm.com mail2fisherman.com mail2flexible.com mail2florence.com mail2florida.com
mail2floyd.com mail2fly.com mail2fond.com mail2fondness.com mail2football.com mail2footballfan.com mail2found.com
mail2france.com mail2frank.com mail2frankfurt.com mail2franklin.com mail2fred.com mail2freddie.com mail2free.com
mail2freedom.com mail2french.com mail2freudian.com mail2friendship.com mail2from.com mail2fun.com mail2gabon.com
mail2gabriel.com mail2gail.com mail2galaxy.com mail2gambia.com mail2games.com mail2gary.com mail2gavin.com
mail2gemini.com mail2gene.com mail2genes.com mail2geneva.com mail2george.com mail2georgia.com mail2gerald.com
mail2german.com mail2germany.com mail2ghana.com mail2gilbert.com mail2gina.com mail2girl.com mail2glen.com
mail2gloria.com mail2goddess.com mail2gold.com mail2golfclub.com mail2golfer.com mail2gordon.com mail2government.com
mail2grab.com mail2grace.com mail2graham.com mail2grandma.com mail2grandpa.com mail2grant.com mail2greece.com
mail2green.com mail2greg.com mail2grenada.com mail2gsm.com mail2guard.com mail2guatemala.com mail2guy.com
mail2hades.com mail2haiti.com mail2hal.com mail2handhelds.com mail2hank.com mail2hannah.com mail2harold.com
mail2harry.com mail2hawaii.com mail2headhunter.com mail2heal.com mail2heather.com mail2heaven.com mail2hebe.com
mail2hecate.com mail2heidi.com mail2helen.com mail2hell.com mail2help.com mail2helpdesk.com mail2henry.com
mail2hephaestus.com mail2hera.com mail2hercules.com mail2herman.com mail2hermes.com mail2hespera.com mail2hestia.com
mail2highschool.com mail2hindu.com mail2hip.com mail2hiphop.com mail2holland.com mail2holly.com mail2hollywood.com
mail2homer.com mail2honduras.com mail2honey.com mail2hongkong.com mail2hope.com mail2horse.com mail2hot.com
mail2hotel.com mail2houston.com mail2howard.com mail2hugh.com mail2human.com mail2hungary.com mail2hungry.com
mail2hygeia.com mail2hyperspace.com mail2hypnos.com mail2ian.com mail2ice-cream.com mail2iceland.com mail2idaho.com
mail2idontknow.com mail2illinois.com mail2imam.com mail2in.com mail2india.com mail2indian.com mail2indiana.com
mail2indonesia.com mail2infinity.com mail2intense.com mail2iowa.com mail2iran.com mail2iraq.com mail2ireland.com
mail2irene.com mail2iris.com mail2irresistible.com mail2irving.com mail2irwin.com mail2isaac.com mail2israel.com
mail2italian.com mail2italy.com mail2jackie.com mail2jacob.com mail2jail.com mail2jaime.com mail2jake.com
mail2jamaica.com mail2james.com mail2jamie.com mail2jan.com mail2jane.com mail2janet.com mail2janice.com
mail2japan.com mail2japanese.com mail2jasmine.com mail2jason.com mail2java.com mail2jay.com mail2jazz.com
mail2jed.com mail2jeffrey.com mail2jennifer.com mail2jenny.com mail2jeremy.com mail2jerry.com mail2jessica.com
mail2jessie.com mail2jesus.com mail2jew.com mail2jeweler.com mail2jim.com mail2jimmy.com mail2joan.com
mail2joann.com mail2joanna.com mail2jody.com mail2joe.com mail2joel.com mail2joey.com mail2john.com mail2join.com
mail2jon.com mail2jonathan.com mail2jones.com mail2jordan.com mail2joseph.com mail2josh.com mail2joy.com
mail2juan.com mail2judge.com mail2judy.com mail2juggler.com mail2julian.com mail2julie.com mail2jumbo.com
mail2junk.com mail2justin.com mail2justme.com mail2kansas.com mail2karate.com mail2karen.com mail2karl.com
mail2karma.com mail2kathleen.com mail2kathy.com mail2katie.com mail2kay.com mail2kazakhstan.com mail2keen.com
mail2keith.com mail2kelly.com mail2kelsey.com mail2ken.com mail2kendall.com mail2kennedy.com mail2kenneth.com
mail2kenny.com mail2kentucky.com mail2kenya.com mail2kerry.com mail2kevin.com mail2kim.com mail2kimberly.com
mail2king.com mail2kirk.com mail2kiss.com mail2kosher.com mail2kristin.com mail2kurt.com mail2kuwait.com
mail2kyle.com mail2kyrgyzstan.com mail2la.com mail2lacrosse.com mail2lance.com mail2lao.com mail2larry.com
mail2latvia.com mail2laugh.com mail2laura.com mail2lauren.com mail2laurie.com mail2lawrence.com mail2lawyer.com
mail2lebanon.com mail2lee.com mail2leo.com mail2leon.com mail2leonard.com mail2leone.com mail2leslie.com
mail2letter.com mail2liberia.com mail2libertarian.com mail2libra.com mail2libya.com mail2liechtenstein.com
mail2life.com mail2linda.com mail2linux.com mail2lionel.com mail2lipstick.com mail2liquid.com mail2lisa.com
mail2lithuania.com mail2litigator.com mail2liz.com mail2lloyd.com mail2lois.com mail2lola.com mail2london.com
mail2looking.com mail2lori.com mail2lost.com mail2lou.com mail2louis.com mail2louisiana.com mail2lovable.com
mail2love.com mail2lucky.com mail2lucy.com mail2lunch.com mail2lust.com mail2luxembourg.com mail2luxury.com
mail2lyle.com mail2lynn.com mail2madagascar.com mail2madison.com mail2madrid.com mail2maggie.com mail2mail4.com
mail2maine.com mail2malawi.com mail2malaysia.com mail2maldives.com mail2mali.com mail2malta.com mail2mambo.com
mail2man.com mail2mandy.com mail2manhunter.com mail2mankind.com mail2many.com mail2marc.com mail2marcia.com
mail2margaret.com mail2margie.com mail2marhaba.com mail2maria.com mail2marilyn.com mail2marines.com mail2mark.com
mail2marriage.com mail2married.com mail2marries.com mail2mars.com mail2marsha.com mail2marshallislands.com
mail2martha.com mail2martin.com mail2marty.com mail2marvin.com mail2mary.com mail2maryland.com mail2mason.com
mail2massachusetts.com mail2matt.com mail2matthew.com mail2maurice.com mail2mauritania.com mail2mauritius.com
mail2max.com mail2maxwell.com mail2maybe.com mail2mba.com mail2me4u.com mail2mechanic.com mail2medieval.com
mail2megan.com mail2mel.com mail2melanie.com mail2melissa.com mail2melody.com mail2member.com mail2memphis.com
mail2methodist.com mail2mexican.com mail2mexico.com mail2mgz.com mail2miami.com mail2michael.com mail2michelle.com
mail2michigan.com mail2mike.com mail2milan.com mail2milano.com mail2mildred.com mail2milkyway.com
mail2millennium.com mail2millionaire.com mail2milton.com mail2mime.com mail2mindreader.com mail2mini.com
mail2minister.com mail2minneapolis.com mail2minnesota.com mail2miracle.com mail2missionary.com mail2mississippi.com
mail2missouri.com mail2mitch.com mail2model.com mail2moldova.commail2molly.com mail2mom.com mail2monaco.com
mail2money.com mail2mongolia.com mail2monica.com mail2montana.com mail2monty.com mail2moon.com mail2morocco.com
mail2morpheus.com mail2mors.com mail2moscow.com mail2moslem.com mail2mouseketeer.com mail2movies.com
mail2mozambique.com mail2mp3.com mail2mrright.com mail2msright.com mail2museum.com mail2music.com mail2musician.com
mail2muslim.com mail2my.com mail2myboat.com mail2mycar.com mail2mycell.com mail2mygsm.com mail2mylaptop.com
mail2mymac.com mail2mypager.com mail2mypalm.com mail2mypc.com mail2myphone.com mail2myplane.com mail2namibia.com
mail2nancy.com mail2nasdaq.com mail2nathan.com mail2nauru.com mail2navy.com mail2neal.com mail2nebraska.com
mail2ned.com mail2neil.com mail2nelson.com mail2nemesis.com mail2nepal.com mail2netherlands.com mail2network.com
mail2nevada.com mail2newhampshire.com mail2newjersey.com mail2newmexico.com mail2newyork.com mail2newzealand.com
mail2nicaragua.com mail2nick.com mail2nicole.com mail2niger.com mail2nigeria.com mail2nike.com mail2no.com
mail2noah.com mail2noel.com mail2noelle.com mail2normal.com mail2norman.com mail2northamerica.com
mail2northcarolina.com mail2northdakota.com mail2northpole.com mail2norway.com mail2notus.com mail2noway.com
mail2nowhere.com mail2nuclear.com mail2nun.com mail2ny.com mail2oasis.com mail2oceanographer.com mail2ohio.com
mail2ok.com mail2oklahoma.com mail2oliver.com mail2oman.com mail2one.com mail2onfire.com mail2online.com
mail2oops.com mail2open.com mail2ophthalmologist.com mail2optometrist.com mail2oregon.com mail2oscars.com
mail2oslo.com mail2painter.com mail2pakistan.com mail2palau.com mail2pan.com mail2panama.com mail2paraguay.com
mail2paralegal.com mail2paris.com mail2park.com mail2parker.com mail2party.com mail2passion.com mail2pat.com
mail2patricia.com mail2patrick.com mail2patty.com mail2paul.com mail2paula.com mail2pay.com mail2peace.com
mail2pediatrician.com mail2peggy.com mail2pennsylvania.com mail2perry.com mail2persephone.com mail2persian.com
mail2peru.com mail2pete.com mail2peter.com mail2pharmacist.com mail2phil.com mail2philippines.com mail2phoenix.com
mail2phonecall.com mail2phyllis.com mail2pickup.com mail2pilot.com mail2pisces.com mail2planet.com mail2platinum.com
mail2plato.com mail2pluto.com mail2pm.com mail2podiatrist.com mail2poet.com mail2poland.com mail2policeman.com
mail2policewoman.com mail2politician.com mail2pop.com mail2pope.com mail2popular.com mail2portugal.com
mail2poseidon.com mail2potatohead.com mail2power.com mail2presbyterian.com mail2president.com mail2priest.com
mail2prince.com mail2princess.com mail2producer.com mail2professor.com mail2protect.com mail2psychiatrist.com
mail2psycho.com mail2psychologist.com mail2qatar.com mail2queen.com mail2rabbi.com mail2race.com mail2racer.com
mail2rachel.com mail2rage.com mail2rainmaker.com mail2ralph.com mail2randy.com mail2rap.com mail2rare.com
mail2rave.com mail2ray.com mail2raymond.com mail2realtor.com mail2rebecca.com mail2recruiter.com mail2recycle.com
mail2redhead.com mail2reed.com mail2reggie.com mail2register.com mail2rent.com mail2republican.com mail2resort.com
mail2rex.com mail2rhodeisland.com mail2rich.com mail2richard.com mail2ricky.com mail2ride.com mail2riley.com
mail2rita.com mail2rob.com mail2robert.com mail2roberta.com mail2robin.com mail2rock.com mail2rocker.com
mail2rod.com mail2rodney.com mail2romania.com mail2rome.com mail2ron.com mail2ronald.com mail2ronnie.com
mail2rose.com mail2rosie.com mail2roy.com mail2rss.org mail2rudy.com mail2rugby.com mail2runner.com mail2russell.com
mail2russia.com mail2russian.com mail2rusty.com mail2ruth.com mail2rwanda.com mail2ryan.com mail2sa.com
mail2sabrina.com mail2safe.com mail2sagittarius.com mail2sail.com mail2sailor.com mail2sal.com mail2salaam.com
mail2sam.com mail2samantha.com mail2samoa.com mail2samurai.com mail2sandra.com mail2sandy.com mail2sanfrancisco.com
mail2sanmarino.com mail2santa.com mail2sara.com mail2sarah.com mail2sat.com mail2saturn.com mail2saudi.com
mail2saudiarabia.com mail2save.com mail2savings.com mail2school.com mail2scientist.com mail2scorpio.com
mail2scott.com mail2sean.com mail2search.com mail2seattle.com mail2secretagent.com mail2senate.com mail2senegal.com
mail2sensual.com mail2seth.com mail2sevenseas.com mail2sexy.com mail2seychelles.com mail2shane.com mail2sharon.com
mail2shawn.com mail2ship.com mail2shirley.com mail2shoot.com mail2shuttle.com mail2sierraleone.com mail2simon.com
mail2singapore.com mail2single.com mail2site.com mail2skater.com mail2skier.com mail2sky.com mail2sleek.com
mail2slim.com mail2slovakia.com mail2slovenia.com mail2smile.com mail2smith.com mail2smooth.com mail2soccer.com
mail2soccerfan.com mail2socialist.com mail2soldier.com mail2somalia.com mail2son.com mail2song.com mail2sos.com
mail2sound.com mail2southafrica.com mail2southamerica.com mail2southcarolina.com mail2southdakota.com
mail2southkorea.com mail2southpole.com mail2spain.com mail2spanish.com mail2spare.com mail2spectrum.com
mail2splash.com mail2sponsor.com mail2sports.com mail2srilanka.com mail2stacy.com mail2stan.com mail2stanley.com
mail2star.com mail2state.com mail2stephanie.com mail2steve.com mail2steven.com mail2stewart.com mail2stlouis.com
mail2stock.com mail2stockholm.com mail2stockmarket.com mail2storage.com mail2store.com mail2strong.com
mail2student.com mail2studio.com mail2studio54.com mail2stuntman.com mail2subscribe.com mail2sudan.com
mail2superstar.com mail2surfer.com mail2suriname.com mail2susan.com mail2suzie.com mail2swaziland.com
mail2sweden.com mail2sweetheart.com mail2swim.com mail2swimmer.com mail2swiss.com mail2switzerland.com
mail2sydney.com mail2sylvia.com mail2syria.com mail2taboo.com mail2taiwan.com mail2tajikistan.com mail2tammy.com
mail2tango.com mail2tanya.com mail2tanzania.com mail2tara.com mail2taurus.com mail2taxi.com mail2taxidermist.com
mail2taylor.com mail2taz.com mail2teacher.com mail2technician.com mail2ted.com mail2telephone.com
mail2teletubbie.com mail2tenderness.com mail2tennessee.com mail2tennis.com mail2tennisfan.com mail2terri.com
mail2terry.com mail2test.com mail2texas.com mail2thailand.com mail2therapy.com mail2think.com mail2tickets.com
mail2tiffany.com mail2tim.com mail2time.com mail2timothy.com mail2tina.com mail2titanic.com mail2toby.com
mail2todd.com mail2togo.com mail2tom.com mail2tommy.com mail2tonga.com mail2tony.com mail2touch.com mail2tourist.com
mail2tracey.com mail2tracy.com mail2tramp.com mail2travel.com mail2traveler.com mail2travis.com mail2trekkie.com
mail2trex.com mail2triallawyer.com mail2trick.com mail2trillionaire.com mail2troy.com mail2truck.com mail2trump.com
mail2try.com mail2tunisia.com mail2turbo.com mail2turkey.com mail2turkmenistan.com mail2tv.com mail2tycoon.com
mail2tyler.com mail2u4me.com mail2uae.com mail2uganda.com mail2uk.com mail2ukraine.com mail2uncle.com
mail2unsubscribe.com mail2uptown.com mail2uruguay.com mail2usa.com mail2utah.com mail2uzbekistan.com mail2v.com
mail2vacation.com mail2valentines.com mail2valerie.com mail2valley.com mail2vamoose.com mail2vanessa.com
mail2vanuatu.com mail2venezuela.com mail2venous.com mail2venus.com mail2vermont.com mail2vickie.com mail2victor.com
mail2victoria.com mail2vienna.com mail2vietnam.com mail2vince.com mail2virginia.com mail2virgo.com
mail2visionary.com mail2vodka.com mail2volleyball.com mail2waiter.com mail2wallstreet.com mail2wally.com
mail2walter.com mail2warren.com mail2washington.com mail2wave.com mail2way.com mail2waycool.com mail2wayne.com
mail2webmaster.com mail2webtop.com mail2webtv.com mail2weird.com mail2wendell.com mail2wendy.com mail2westend.com
mail2westvirginia.com mail2whether.com mail2whip.com mail2white.com mail2whitehouse.com mail2whitney.com
mail2why.com mail2wilbur.com mail2wild.com mail2willard.com mail2willie.com mail2wine.com mail2winner.com
mail2wired.com mail2wisconsin.com mail2woman.com mail2wonder.com mail2world.com mail2worship.com mail2wow.com
mail2www.com mail2wyoming.com mail2xfiles.com mail2xox.com mail2yachtclub.com mail2yahalla.com mail2yemen.com
mail2yes.com mail2yugoslavia.com mail2zack.com mail2zambia.com mail2zenith.com mail2zephir.com mail2zeus.com
mail2zipper.com mail2zoo.com mail2zoologist.com mail2zurich.com mail3000.com mail333.com mail4trash.com mail666.ru
mail707.com mail72.com mailandftp.com mailandnews.com mailas.com mailasia.com mailback.com mailbidon.com mailbiz.biz
mailblocks.com mailbolt.com mailbomb.net mailboom.com mailbox.as mailbox.co.za mailbox.gr mailbox.hu mailbox.org
mailbox72.biz mailbox80.biz mailbox87.de mailbox92.biz mailboxy.fun mailbr.com.br mailbucket.org mailc.net
mailcan.com mailcat.biz mailcatch.com mailcc.com mailchoose.co mailchop.com mailcity.com mailcker.com mailclub.fr
mailclub.net mailde.de mailde.info maildrop.cc maildu.de maildx.com maileater.com mailed.in mailed.ro maileimer.de
maileme101.com mailexcite.com mailexpire.com mailf5.com mailfall.com mailfence.com mailforce.net mailforspam.com
mailfreeonline.com mailfs.com mailftp.com mailgenie.net mailguard.me mailgutter.com mailhaven.com mailhazard.com
mailhazard.us mailhex.com mailhood.com mailhz.me mailimate.com mailin8r.com mailinatar.com mailinater.com
mailinator.co.uk mailinator.com mailinator.info mailinator.net mailinator.org mailinator.us mailinator2.com
mailincubator.com mailingweb.com mailisent.com mailismagic.com mailite.com mailmate.com mailme.dk mailme.ir
mailme.lv mailme24.com mailmetrash.com mailmight.com mailmij.nl mailmoat.com mailmoth.com mailms.com mailna.biz
mailna.co mailna.in mailna.me mailnator.com mailnesia.com mailnew.com mailnull.com mailonaut.com mailops.com
mailorc.com mailorg.org mailox.fun mailoye.com mailpanda.com mailpick.biz mailpooch.com mailpost.zzn.com
mailpride.com mailproxsy.com mailpuppy.com mailquack.com mailrock.biz mailroom.com mailru.com mailsac.com
mailscrap.com mailseal.de mailsent.net mailshell.com mailshiv.com mailshuttle.com mailsiphon.com mailslapping.com
mailslite.com mailstart.com mailstartplus.com mailsucker.net mailsurf.com mailtag.com mailtemp.info
mailtemporaire.com mailtemporaire.fr mailto.de mailtome.de mailtothis.com mailtraps.com mailtrash.net mailtrix.net
mailtv.net mailtv.tv mailup.net mailwire.com mailzi.ru mailzilla.com mailzilla.org makemenaughty.club
makemetheking.com maktoob.com malahov.de malayalamdtp.com malayalamtelevision.net mamulenok.ru manager.de
manifestgenerator.com mansiondev.com mantrafreenet.com mantramail.com mantraonline.com manybrain.com marchmail.com
mariahc.com marijuana.nl mark-compressoren.ru marketlink.info markmurfin.com married-not.com marsattack.com
martindalemail.com mask03.ru masrawy.com maswae.world matchpol.net matmail.com mauimail.com mauritius.com
maxleft.com maxmail.co.uk mbox.com.au mbx.cc mcache.net mchsi.com mciek.com me-mail.hu me.com mechanicalresumes.com
medical.net.au medkabinet-uzi.ru medscape.com meepsheep.eu meetingmall.com megago.com megamail.pt megapoint.com
mehrani.com mehtaweb.com meinspamschutz.de mekhong.com melodymail.com meloo.com meltedbrownies.com meltmail.com
memsg.site merry.pink message.hu messagebeamer.de messages.to messwiththebestdielikethe.rest metacrawler.com
metalfan.com metta.lk mexicomail.com mezimages.net mfsa.ru miaferrari.com miauj.com midcoastcustoms.com
midcoastcustoms.net midcoastsolutions.com midcoastsolutions.net midlertidig.com midlertidig.net midlertidig.org
mierdamail.com miesto.sk mighty.co.za migmail.net migmail.pl migumail.com mihep.com miho-nakayama.com mijnhva.nl
mikrotamanet.com millionaireintraining.com milmail.com mindless.com mindspring.com minister.com
ministry-of-silly-walks.de minsmail.com mintemail.com misery.net misterpinball.de mittalweb.com mixmail.com
mjfrogmail.com mji.ro mjukglass.nu mkpfilm.com ml1.net ml8.ca mm.my mm5.se moakt.co moakt.com moakt.ws
mobilbatam.com mobileninja.co.uk mobilevpn.top moburl.com mochamail.com mockmyid.com moeri.org mohammed.com
mohmal.com mohmal.im mohmal.in mohmal.tech moldova.cc moldova.com moldovacc.com molms.com momentics.ru
moncourrier.fr.nf monemail.fr.nf money.net moneypipe.net monmail.fr.nf montevideo.com.uy monumentmail.com
moonman.com moonwake.com moose-mail.com moot.es mor19.uu.gl moreawesomethanyou.com moreorcs.com mortaza.com
moruzza.com mosaicfx.com moscowmail.com most-wanted.com mostlysunny.com motique.de motormania.com
mountainregionallibrary.net movemail.com movieluver.com mox.pp.ua moy-elektrik.ru moza.pl mozej.com mozmail.com
mp4.it mr-potatohead.com mr24.co mscold.com msgbox.com msgos.com msn.co.uk msn.com mspeciosa.com mswork.ru msxd.com
mt2009.com mt2014.com mt2015.com mt2016.com mtmdev.com mttestdriver.com muathegame.com muchomail.com mucincanon.com
muellemail.com muellmail.com mundomail.net munich.com music.com musician.org musicscene.org muslim.com mutant.me
mvrht.com mvrht.net mwarner.org mxfuel.com my-pomsies.ru my-teddyy.ru my10minutemail.com mybitti.de mybox.it
mycabin.com mycity.com mycleaninbox.net mycool.com mycorneroftheinter.net mydemo.equipment mydomain.com
mydotcomaddress.com myecho.es myemailboxy.com myfamily.com mygeoweb.info mygo.com myindohome.services myiris.com
mykickassideas.com mymail-in.net mymail90.com mymailoasis.com mynamedot.com mynetaddress.com mynetstore.de
myopang.com myownemail.com myownfriends.com mypacks.net mypad.com mypartyclip.de mypersonalemail.com
myphantomemail.com myplace.com myrealbox.com myremarq.com mysamp.de myself.com myspaceinc.com myspaceinc.net
myspaceinc.org myspacepimpedup.com myspamless.com mystupidjob.com mystvpn.com mysugartime.ru mytemp.email
mytempemail.com mytempmail.com mythirdage.com mytrashmail.com mywarnernet.net myway.com myworldmail.com mywrld.top
myzx.com n1nja.org n2.com n2business.com n2mail.com n2software.com nabc.biz nabuma.com nada.email nada.ltd nafe.com
nagpal.net nakedgreens.com nakedtruth.biz name.com nameplanet.com nandomail.com nanonym.ch naplesnews.net naseej.com
naslazhdai.ru nate.com nationalgardeningclub.com nativestar.net nativeweb.net naui.net naver.com navigator.lv
navy.org naz.com nc.rr.com nchoicemail.com neeva.net negated.com neko2.net nemra1.com nenter.com neo.rr.com
neomailbox.com neotlozhniy-zaim.ru nepwk.com nervhq.org nervmich.net nervtmich.net net-pager.net net-shopping.com
net.ua net4b.pt net4you.at netbounce.com netbroadcaster.com netby.dk netcenter-vn.net netcourrier.com
netexecutive.com netexpressway.com netgenie.com netian.com netizen.com.ar netlane.com netlimit.com netmails.com
netmails.net netmongol.com netnet.com.sg netpiper.com netposta.net netralink.com netricity.nl netris.net
netscape.net netscapeonline.co.uk netspace.net.au netspeedway.com netsquare.com netster.com nettaxi.com
netviewer-france.com netzero.com netzero.net netzidiot.de neuf.fr nevermail.de newfilm24.ru newmail.com newmail.net
newmail.ru newyork.com next.ovh nextmail.info nextstopvalhalla.com nexxmail.com nezdiro.org nezzart.com nfast.net
nfmail.com nguyenusedcars.com nh3.ro nice-4u.com nicebush.com nicegal.com nicholastse.net nicknassar.com
nicolastse.com nightmail.com nikopage.com nimail.com nincsmail.com nincsmail.hu ninfan.com nirvanafan.com niwl.net
nm7.cc nnh.com nnot.net no-spam.ws no-ux.com noavar.com noblepioneer.com nobugmail.com nobulk.com nobuma.com
noclickemail.com nodezine.com nogmailspam.info noicd.com nokiamail.com nomail.pw nomail2me.com nomorespamemails.com
nonpartisan.com nonspam.eu nonspammer.de nonze.ro noref.in norika-fujiwara.com norikomail.com norseforce.com
northgates.net nospam4.us nospamfor.us nospammail.net nospamthanks.info nothingtoseehere.ca notif.me
notmailinator.com notrnailinator.com notsharingmy.info now.im nowhere.org nowmymail.com ntlhelp.net ntlworld.com
ntscan.com nubescontrol.com null.net nullbox.info nurfuerspam.de nus.edu.sg nut.cc nutpa.net nuts2trade.com
nwldx.com nwytg.com nwytg.net ny.com ny7.me nyc.com nycmail.com nyrmusic.com nzoomail.com o-tay.com o2.co.uk o2.pl
o2stk.org o7i.net oaklandas-fan.com oalsp.com oath.com obfusko.com objectmail.com obobbo.com oborudovanieizturcii.ru
obxpestcontrol.com oceanfree.net odaymail.com oddpost.com odmail.com odnorazovoe.ru oerpub.org office-email.com
offroadwarrior.com offshore-proxies.net ohaaa.de ohi.tw oicexchange.com okbank.com okclprojects.com okhuman.com
okmad.com okmagic.com okname.net okrent.us okuk.com okzk.com oldies104mail.com ole.com olemail.com olimp-case.ru
olympist.net olypmall.ru omail.pro omaninfo.com omnievents.org one-time.email one2mail.info onebox.com onenet.com.ar
oneoffemail.com oneoffmail.com onet.pl onewaymail.com oninet.pt onlatedotcom.info online.de online.ie online.ms
online.no onlinehome.de onlineidea.info onlinewiz.com onmilwaukee.com onobox.com onqin.com ontyne.biz oolus.com
oonies-shoprus.ru oopi.org opayq.com opendns.ro opentrash.com operafan.com operamail.com opp24.com optician.com
optonline.net optusnet.com.au oranek.com orange.fr orbitel.bg ordinaryamerican.net oreidresume.com orgmail.net
orgmbx.cc oroki.de orthodontist.net oshietechan.link osite.com.br oso.com otakumail.com otherinbox.com
our-computer.com our-office.com our.st ourbrisbane.com ourklips.com ournet.md ourpreviewdomain.com outgun.com
outlawspam.com outlook.at outlook.be outlook.cl outlook.co.id outlook.co.il outlook.co.nz outlook.co.th outlook.com
outlook.com.au outlook.com.br outlook.com.gr outlook.com.pe outlook.com.tr outlook.com.vn outlook.cz outlook.de
outlook.dk outlook.es outlook.fr outlook.hu outlook.ie outlook.in outlook.it outlook.jp outlook.kr outlook.lv
outlook.my outlook.ph outlook.pt outlook.sa outlook.sg outlook.sk over-the-rainbow.com ovpn.to owlpic.com
ownmail.net ownsyou.de oxopoha.com ozbytes.net.au ozemail.com.au ozyl.de p-banlis.ru p33.org p71ce1m.com pa9e.com
pacbell.net pachilly.com pacific-ocean.com pacific-re.com pacificwest.com packersfan.com pagina.de pagons.org
pakistanoye.com palestinemail.com pancakemail.com papierkorb.me paplease.com para2019.ru parkjiyoon.com parsmail.com
partlycloudy.com partynight.at parvazi.com passmail.net passwordmail.com pastebitch.com pathfindermail.com
patonce.com pavilionx2.com payperex2.com payspun.com pconnections.net pcpostal.com pcsrock.com
pcusers.otherinbox.com pe.hu pecinan.net pecinan.org pediatrician.com penisgoes.in penpen.com peoplepc.com
peopleweb.com pepbot.com perfectmail.com personal.ro personales.com peterdethier.com petlover.com petml.com
petrzilka.net pettypool.com pezeshkpour.com pfui.ru phayze.com phone-elkey.ru photo-impact.eu photographer.net
photomark.net phpbb.uu.gl phreaker.net phus8kajuspa.cu.cc physicist.net pi.vu pickupman.com picusnet.com pig.pp.ua
pigpig.net pii.at piki.si pimpedupmyspace.com pinehill-seattle.org pingir.com pinoymail.com piracha.net pisem.net
pisls.com pitaniezdorovie.ru pivo-bar.ru pjjkp.com planet.nl planetaccess.com planetarymotion.net
planetearthinter.net planetmail.com planetmail.net planetout.com plasa.com playersodds.com playful.com
pleasenoham.org plexolan.de plhk.ru ploae.com plusmail.com.br plw.me pm.me pmail.net pobox.com pobox.hu pobox.sk
pochta.ru poczta.fm poehali-otdihat.ru poetic.com pokemail.net pokiemobile.com polandmail.com polbox.com
policeoffice.com politician.com politikerclub.de polyfaust.com pooae.com poofy.org pookmail.com pool-sharks.com
poond.com poopiebutt.club popaccount.com popesodomy.com popgx.com popmail.com popsmail.com popstar.com
portugalmail.com portugalmail.pt portugalnet.com positive-thinking.com post.com post.cz post.sk posta.ro
postaccesslite.com postacin.com postafree.com postaweb.com posteo.de posteo.net postinbox.com postino.ch
postmark.net postmaster.co.uk postonline.me postpro.net pousa.com poutineyourface.com powered.name powerfan.com
powlearn.com ppetw.com praize.com prazdnik-37.ru premium-mail.fr premiumservice.com presidency.com press.co.jp
priest.com primabananen.net primposta.com primposta.hu privacy.net privatdemail.net privaterelay.appleid.com
privy-mail.com privy-mail.de privymail.de pro-tag.org pro.hu probemail.com procrackers.com prodigy.net profast.top
progetplus.it programmer.net programozo.hu proinbox.com project2k.com projectcl.com promessage.com prontomail.com
proprietativalcea.ro propscore.com protestant.com proton.me protonmail.ch protonmail.com proxymail.eu
proxyparking.com prtnx.com prtz.eu psh.me psles.com psoxs.com psv-supporter.com ptd.net public.usa.com publicist.com
puglieisi.com puji.pro pulp-fiction.com punkass.com purcell.email purelogistics.org put2.net
putthisinyourspamdatabase.com pwrby.com q.com qasti.com qatarmail.com qbfree.us qc.to qibl.at qipmail.net qiq.us
qisdo.com qisoa.com qoika.com qprfans.com qq.com qq.my qrio.com qsl.ro qtum-ico.com quackquack.com quadrafit.com
quakemail.com qualityservice.com qudsmail.com quepasa.com quickemail.info quickinbox.com quickmail.nl
quickwebmail.com quiklinks.com quikmail.com qvy.me qwest.net qwestoffice.net qwickmail.com r-o-o-t.com r4nd0m.de
ra3.us raakim.com rabin.ca rabiot.reisen racedriver.com racefanz.com racingfan.com.au racingmail.com radicalz.com
radiologist.net raetp9.com ragingbull.com raketenmann.de rambler.ru rancidhome.net randomail.net ranmamail.com
raqid.com rastogi.net ratt-n-roll.com rattle-snake.com ravearena.com ravemail.com rax.la raxtest.com razemail.com
razormail.com rbb.org rcasd.com rccgmail.org rcn.com rcpt.at re-gister.com realemail.net reality-concept.club
reallyfast.biz reallymymail.com realradiomail.com realtyagent.com realtyalerts.ca reborn.com receiveee.com
recipeforfailure.com recode.me reconmail.com recyclemail.dk recycler.com redfeathercrow.com rediffmail.com
rediffmailpro.com rednecks.com redseven.de redsfans.com reftoken.net regbypass.com reggaefan.com
registerednurses.com reincarnate.com rejectmail.com rejo.technology reliable-mail.com religious.com remarkable.rocks
remote.li repairman.com reply.hu representative.com reptilegenetics.com rescueteam.com resumemail.com
revolvingdoorhoax.org rezai.com rfc822.org rhyta.com richmondhill.com rickymail.com riddermark.de rin.ru
riopreto.com.br riseup.net risingsuntouch.com rklips.com rkomo.com rma.ec rmqkr.net rn.com rnailinator.com ro.lt
roadrunner.com roanokemail.com robertspcrepair.com robot-mail.com rock.com rocketmail.com rocketship.com rockfan.com
rodrun.com rogers.com rollindo.agency rome.com ronnierage.net roosh.com rootfest.net rosebearmylove.ru
rotaniliam.com roughnet.com rowe-solutions.com royal.net royaldoodles.org royalmarket.life rppkn.com rr.com
rrohio.com rsub.com rsvhr.com rtrtr.com rubyridge.com rumgel.com runbox.com runi.ca rupayamail.com ruru.be
rushpost.com rustydoor.com ruttolibero.com ruu.kr rvb.ro rvshop.com s-mail.com s0ny.net s33db0x.com sabreshockey.com
sabrestlouis.com sacbeemail.com sackboii.com safe-mail.net safermail.info safersignup.de safetymail.info
safetypost.de safrica.com sagra.lu saharanightstempe.com sailormoon.com saintly.com saintmail.net sale-sale-sale.com
salehi.net salesperson.net samerica.com samilan.net sammimail.com samsclass.info sandcars.net sandelf.de
sandwhichvideo.com sanfinder.com sanfranmail.com sanim.net sanook.com sanstr.com sapo.pt sast.ro satukosong.com
saudia.com sausen.com sayhi.net saynotospams.com sbcglobal.net scandalmail.com scatmail.com scay.net schachrol.com
schafmail.de schizo.com schoolemail.com schoolmail.com schoolsucks.com schrott-email.de schweiz.org sci.fi
scientist.com scifianime.com scotlandmail.com scottishmail.co.uk scubadiving.com sd3.in seanet.com searchwales.com
sebil.com secmail.pw secret-police.com secretary.net secretemail.de secretservices.net secure-mail.biz
secure-mail.cc secured-link.net securehost.com.es seductive.com seekapps.com seekstoyboy.com seguros.com.br sejaa.lv
selfdestructingmail.com selfdestructingmail.org send.hu send22u.info sendfree.org sendingspecialflyers.com sendme.cz
sendspamhere.com senseless-entertainment.com sent.com sentrismail.com serga.com.ar servemymail.com server.ms
servermaps.net services391.com sesmail.com sexforswingers.com sexical.com sexmagnet.com sexyalwasmi.top seznam.cz
sfr.fr shahweb.net shaniastuff.com sharedmailbox.org sharklasers.com sharmaweb.com shaw.ca she.com shhmail.com
shhuut.org shieldedmail.com shieldemail.com shiftmail.com shipfromto.com shiphazmat.org shipping-regulations.com
shippingterms.org shitaway.usa.cc shitmail.de shitmail.me shitmail.org shitware.nl shmeriously.com
shockinmytown.cu.cc shootmail.com shortmail.net shotgun.hu shotmail.ru showslow.de shrib.com shuf.com shut.name
shut.ws sialkotcity.com sialkotian.com sialkotoye.com sidelka-mytischi.ru siftportal.ru sify.com sikux.com
silkroad.net silvercoin.life sim-simka.ru simpleitsecurity.info simplelogin.co simplelogin.com sin.cl sina.cn
sina.com sinamail.com sinfiltro.cl singapore.com singlespride.com singmail.com singnet.com.sg sinnlos-mail.de
sino.tw siteposter.net sizzlemctwizzle.com sjuaq.com skafan.com skeefmail.com skim.com skizo.hu sky-inbox.com
sky-ts.de sky.com skynet.be slamdunkfan.com slapsfromlastnight.com slaskpost.se slave-auctions.net slingshot.com
slippery.email slipry.net slo.net slopsbox.com slothmail.net slotter.com slushmail.com sly.io smailpro.com
smap.4nmv.ru smapfree24.com smapfree24.de smapfree24.eu smapfree24.info smapfree24.org smapxsmap.net smashmail.de
smellfear.com smellrear.com smileyface.comsmithemail.net smoothmail.com smtp99.com smwg.info snail-mail.net
snakebite.com snakemail.com sndt.net sneakemail.com sneakmail.de snet.net sniper.hu snkmail.com snoopymail.com
snowboarding.com snowdonia.net socamail.com socceramerica.net soccermail.com soccermomz.com socialfurry.org
socialworker.net sociologist.com sofimail.com sofort-mail.de sofortmail.de softbank.ne.jp softhome.net
softkey-office.ru softpls.asia sogetthis.com soioa.com soisz.com sol.dk solar-impact.pro soldier.hu solution4u.com
solvemail.info solventtrap.wiki songwriter.net soodmail.com soodomail.com soodonims.com soon.com soon.it
soulfoodcookbook.com sp.nl space-bank.com space-man.com space-ship.com space-travel.com space.com spacebazzar.ru
spacemart.com spacetowns.com spacewar.com spainmail.com spam-be-gone.com spam.2012-2016.ru spam.care spam.la
spam.org.es spam.su spam4.me spamail.de spamarrest.com spamavert.com spambob.com spambob.net spambob.org spambog.com
spambog.de spambog.net spambog.ru spambooger.com spambox.info spambox.me spambox.org spambox.us spambox.xyz
spamcero.com spamcon.org spamcorptastic.com spamcowboy.com spamcowboy.net spamcowboy.org spamday.com spamdecoy.net
spamex.com spamfree.eu spamfree24.com spamfree24.de spamfree24.eu spamfree24.info spamfree24.net spamfree24.org
spamgoes.in spamherelots.com spamhereplease.com spamhole.com spamify.com spaminator.de spamkill.info spaml.com
spaml.de spamlot.net spammotel.com spamobox.com spamoff.de spamsalad.in spamslicer.com spamspot.com spamstack.net
spamthis.co.uk spamthisplease.com spamtrail.com spamtrap.ro spamtroll.net spartapiet.com spazmail.com speedemail.net
speedgaus.net speedpost.net speedrules.com speedrulz.com spikio.com spils.com spindl-e.com spinfinder.com
spoofmail.de sportemail.com sportsmail.com sporttruckdriver.com spr.io spray.no spray.se spritzzone.de spybox.de
spymac.com squizzy.de squizzy.net sraka.xyz srilankan.net sroff.com sry.li ssoia.com st-davids.net stade.fr
stalag13.com stanfordujjain.com stargateradio.com starlight-breaker.net starmail.com starmail.org starmedia.com
starplace.com starspath.com start.com.au startfu.com startkeys.com startmail.com statdvr.com stathost.net
statiix.com steam-area.ru steambot.net stexsy.com stinkefinger.net stones.com stop-my-spam.com stop-my-spam.pp.ua
stopdropandroll.com storiqax.top storj99.com storj99.top storksite.com streetwisemail.com stribmail.com stromox.com
strompost.com strongguy.com stuckmail.com studentcenter.org stuffmail.de stumpfwerk.com stylist-volos.ru subram.com
suburbanthug.com suckmyd.com sudanmail.net sudolife.me sudolife.net sudomail.biz sudomail.com sudomail.net
sudoverse.com sudoverse.net sudoweb.net sudoworld.com sudoworld.net suhabi.com suioe.com suisse.org sukhumvit.net
sunpoint.net sunrise-sunset.com sunrise.ch sunsgame.com sunumail.sn super-auswahl.de superdada.com supereva.it
supergreatmail.com supermail.ru supermailer.jp superplatyna.com superrito.com superstachel.de surat.com
suremail.info surf3.net surfree.com surfy.net surgical.net surimail.com survivormail.com sute.jp svk.jp svxr.org
swbell.net sweb.cz swedenmail.com sweetxxx.de swift10minutemail.com swiftdesk.com swingeasyhithard.com swingfan.com
swipermail.zzn.com swirve.com swissinfo.org swissmail.com swissmail.net switchboardmail.com switzerland.org
sx172.com sylvannet.com sympatico.ca symphonyresume.com syom.com syriamail.com syujob.accountants szerz.com
t-online.de t-online.hu t2mail.com tafmail.com tafoi.gr taglead.com tagmymedia.com tagyourself.com takuyakimura.com
talk21.com talkcity.com talkinator.com talktalk.net tamil.com tampabay.rr.com tanukis.org tapchicuoihoi.com
tatanova.com tb-on-line.net tbwt.com tds.net teachers.org teamdiscovery.com teamtulsa.net tech-center.com
tech4peace.org techemail.com techgroup.me techie.com technisamail.co.za technologist.com technoproxy.ru
techscout.com techspot.com teenagedirtbag.com teerest.com teewars.org tefl.ro telebot.com telecomix.pl teleline.es
telenet.be telerymd.com teleworm.com teleworm.us telia.com telinco.net telkom.net tellos.xyz telpage.net telstra.com
temp-mail.com temp-mail.de temp-mail.org temp-mail.ru temp-mails.com temp.headstrong.de tempail.com tempalias.com
tempe-mail.com tempemail.biz tempemail.co.za tempemail.com tempemail.net tempinbox.co.uk tempinbox.com tempmail.co
tempmail.de tempmail.eu tempmail.it tempmail.us tempmail2.com tempmaildemo.com tempmailer.com tempmailer.de
tempomail.fr temporarily.de temporarioemail.com.br temporaryemail.net temporaryemail.us temporaryforwarding.com
temporaryinbox.com temporarymailaddress.com tempr.email tempsky.com tempthe.net tempymail.com temtulsa.net
tenchiclub.com tenderkiss.com tennismail.com terra.cl terra.com terra.com.ar terra.com.br terra.es test.com test.de
testudine.com tfanus.com.er tfz.net thai.com thaimail.com thaimail.net thanksnospam.info thankyou2010.com thc.st
the-african.com the-airforce.com the-aliens.com the-american.com the-animal.com the-army.com the-astronaut.com
the-beauty.com the-big-apple.com the-biker.com the-boss.com the-brazilian.com the-canadian.com the-canuck.com
the-captain.com the-chinese.com the-country.com the-cowboy.com the-davis-home.com the-dutchman.com the-eagles.com
the-englishman.com the-fastest.net the-fool.com the-frenchman.com the-galaxy.net the-genius.com the-gentleman.com
the-german.com the-gremlin.com the-hooligan.com the-italian.com the-japanese.com the-lair.com the-madman.com
the-mailinglist.com the-marine.com the-master.com the-mexican.com the-ministry.com the-monkey.com the-newsletter.net
the-pentagon.com the-police.com the-prayer.com the-professional.com the-quickest.com the-russian.com the-snake.com
the-spaceman.com the-stock-market.com the-student.net the-whitehouse.net the-wild-west.com the18th.com theaviors.com
thebearshark.com thecloudindex.com thecoolguy.com thecriminals.com thediamants.org thedoghousemail.com thedorm.com
theend.hu theglobe.com thegolfcourse.com thegooner.com theheadoffice.com thelanddownunder.com thelightningmail.net
thelimestones.com thembones.com.au themegreview.com themillionare.net themostemail.com theoffice.net theplate.com
thepokerface.com thepostmaster.net theraces.com theracetrack.com therapist.net thereddoors.online theroyalweb.club
thescrappermovie.com thestreetfighter.com theteastory.info theteebox.com thewatercooler.com thewebpros.co.uk
thewizzard.com thewizzkid.com thex.ro thezhangs.net thietbivanphong.asia thirdage.com thisgirl.com
thisisnotmyrealemail.com thismail.net thisurl.website thnikka.com thoas.ru thraml.com thrma.com throam.com
thrott.com throwam.com throwawayemailaddress.com throwawaymail.com throya.com thrubay.com thundermail.com
thunkinator.org thxmate.com tic.ec tidni.com tilien.com timein.net timgiarevn.com timkassouf.com tin.it tinoza.org
tinyurl24.com tipsb.com tiscali.at tiscali.be tiscali.co.uk tiscali.it tiscali.lu tiscali.se tittbit.in tiv.cc
tizi.com tkcity.com tkitc.de tlpn.org tmail.com tmail.ws tmailinator.com tmails.net tmpeml.info tmpjr.me tmpmail.net
tmpmail.org toddsbighug.com toiea.com toke.com tokem.co tokenmail.de tom.com tonymanso.com toolsource.com
toomail.biz toothfairy.com top-shop-tovar.ru top101.de top1mail.ru top1post.ru topchat.com topgamers.co.uk
topletter.com topmail.com.ar topofertasdehoy.com topranklist.de toprumours.com topsurf.com torchmail.com tormail.org
torontomail.com toss.pw tosunkaya.com totalmusic.net totalvista.com totesmail.com tp-qa-mail.com tpg.com.au
tqoai.com tqosi.com tradermail.info tranceversal.com trash-amil.com trash-mail.at trash-mail.com trash-mail.de
trash-me.com trash2009.com trash2010.com trash2011.com trashcanmail.com trashdevil.com trashdevil.de trashemail.de
trashemails.de trashinbox.com trashmail.at trashmail.com trashmail.de trashmail.io trashmail.me trashmail.net
trashmail.org trashmail.ws trashmailer.com trashymail.com trashymail.net trasz.com travel.li trayna.com trbvm.com
trbvn.com trbvo.com trend-maker.ru trialbytrivia.com trialmail.de trickmail.net trillianpro.com tritium.net
trixtrux1.ru trmailbox.com trollproject.com tropicalbass.info tropicalstorm.com truckerz.com truckracer.com
trungtamtoeic.com trust-me.com tryalert.com tryninja.io tryzoe.com tsamail.co.za ttml.co.in ttszuo.xyz tualias.com
tunisiamail.com turkey.com turoid.com turual.com tuta.com tuta.io tutamail.com tutanota.com tutanota.de tvchd.com
tverya.com tvstar.com twc.com twinmail.de twinstarsmail.com twocowmail.net twoweirdtricks.com tx.rr.com
txtadvertise.com tycoonmail.com tyhe.ro tyldd.com typemail.com u2club.com uacro.com uae.ac uaemail.com ubbi.com
ubbi.com.br uber-mail.com ubismail.net ubm.md uboot.com ucche.us uemail99.com ufacturing.com uggsrock.com
uguuchantele.com uhhu.ru uk.to uk2k.com uk2net.com uk7.net uk8.net ukbuilder.com ukcool.com ukdreamcast.com
ukmail.org ukmax.com ukr.net uku.co.uk ultapulta.com ultra.fyi ultrada.ru ultrapostman.com umail.net ummah.org
umpire.com unbounded.com undo.it unforgettable.com uni.de unican.es unids.com unihome.com unimark.org
unit7lahaina.com universal.pt unmail.ru uno.ee uno.it unofree.it uol.com.ar uol.com.br uol.com.co uol.com.mx
uol.com.ve uole.com uole.com.ve uolmail.com uomail.com upf.org upliftnow.com uplipht.com uploadnolimit.com
ureach.com urfunktion.se urgentmail.biz urhen.com uroid.com us.af us.to usa.cc usa.com usa.net usaaccess.net
usako.net usanetmail.com used-product.fr usermail.com username.e4ward.com usma.net usmc.net uswestmail.net utiket.us
uu.gl uu2.ovh uwork4.us uyhip.com uymail.com uyuyuy.com v-sexi.com vaati.org vahoo.com valemail.net valhalladev.com
vankin.de varbizmail.com vcmail.com vctel.com vda.ro vdig.com veanlo.com velnet.co.uk velocall.com venompen.com
verdejo.com verizon.net verizonmail.com vermutlich.net veryday.ch veryday.eu veryday.info veryfast.biz
veryrealemail.com veryspeedy.net vesa.pw vfemail.net victime.ninja victoriantwins.com vidchart.com videotron.ca
viditag.com viewcastmedia.com viewcastmedia.net viewcastmedia.org vikingsonly.com vinernet.com violinmakers.co.uk
vip.gr vip.qq.com vip.sina.com vipmail.name vipmail.pw vipmail.ru vipxm.net viralplays.com virgilio.it virgin.net
virginmedia.com virtualemail.info virtualmail.com visitmail.com visitweb.com visto.com visualcities.com
vivavelocity.com vivianhsu.net vixletdev.com vjtimail.com vkcode.ru vmailing.info vmani.com vmpanda.com vnedu.me
vnn.vn vodafone.de voidbay.com voila.fr volcanomail.com voltaer.com vomoto.com vorga.org vote-democrats.com
vote-hillary.com vote-republicans.com vote4gop.org votenet.com votiputox.org voxelcore.com vpn.st vps30.com
vps911.net vr9.com vradportal.com vremonte24-store.ru vrmtr.com vsimcard.com vssms.com vtxmail.us vubby.com vuiy.pw
vztc.com w-asertun.ru w3.to w3internet.co.uk wahoye.com wakingupesther.com walala.org wales2000.net walkmail.net
walkmail.ru walla.co.il wallm.com wam.co.za wanadoo.es wanadoo.fr warmmail.com warpmail.net warrior.hu
watch-harry-potter.com watchever.biz watchfull.net watchironman3onlinefreefullmovie.com waumail.com wazabi.club
wbdet.com wbdev.tech wbml.net wearab.net web-contact.info web-emailbox.eu web-ideal.fr web-mail.com.ar
web-mail.pp.ua web-police.com web.de web2mailco.com webave.com webcammail.com webcity.ca webcontact-france.eu
webdream.com webemail.me webindia123.com webjump.com webm4il.info webmail.co.yu webmail.co.za webmail.hu
webmail24.top webmails.com webname.com webprogramming.com webstation.com websurfer.co.za webtopmail.com webtrip.ch
webuser.in wee.my weedmail.com weekmail.com weekonline.com wef.gr wefjo.grn.cc weg-werf-email.de wegas.ru
wegwerf-email-addressen.de wegwerf-email-adressen.de wegwerf-email.at wegwerf-email.de wegwerf-email.net
wegwerf-emails.de wegwerfadresse.de wegwerfemail.com wegwerfemail.de wegwerfemail.info wegwerfemail.net
wegwerfemail.org wegwerfemailadresse.com wegwerfmail.de wegwerfmail.info wegwerfmail.net wegwerfmail.org
wegwerpmailadres.nl wegwrfmail.de wegwrfmail.net wegwrfmail.org wehshee.com welikecookies.com welsh-lady.com
wemel.top westnet.com.au wetrainbayarea.com wetrainbayarea.org wg0.com wh4f.org whale-mail.com whartontx.com
whatiaas.com whatifanalytics.com whatpaas.com whatsaas.com wheelweb.com whiffles.org whipmail.com whoever.com
whoopymail.com whopy.com whtjddn.33mail.com whyspam.me wi.rr.com wibblesmith.com wickmail.net wideopenwest.com
widget.gg wildmail.com wilemail.com willhackforfood.biz willselfdestruct.com wimsg.com windowslive.com
windrivers.net windstream.net winemaven.info wingnutz.com winmail.com.au winning.com wins.com.br witty.com wiz.cc
wkbwmail.com wlist.ro wmail.club woh.rr.com wokcy.com wolf-web.com wollan.info wombles.com wongfaye.com wooow.it
worker.com workmail.com worldemail.com worldnet.att.net worldspace.link wormseo.cn wosaddict.com wouldilie.com
wovz.cu.cc wowgirl.com wowmail.com wowway.com wp.pl wpg.im wptamail.com wralawfirm.com wrexham.net writeme.com
writeme.us writemeback.com wronghead.com wrongmail.com ws.gy wtvhmail.com wudet.men wupics.com wuzup.net
wuzupmail.net wwdg.com www.com www.e4ward.com www2000.net wwwnew.eu wx88.net wxnw.net wxs.net x-mail.net
x-networks.net x24.com x5g.com xagloo.co xagloo.com xcode.ro xcodes.net xcompress.com xcpy.com xemaps.com xents.com
xing886.uu.gl xjoi.com xl.cx xmaily.com xmastime.com xmsg.com xn--9kq967o.com xoom.com xost.us xoxox.cc xperiae5.com
xpressmail.zzn.com xsmail.com xtra.co.nz xuno.com xvx.us xww.ro xxlocanto.us xxolocanto.us xxqx3802.com xyzfree.net
xzapmail.com xzsok.com y7mail.com ya.ru yada-yada.com yaho.com yahoo.ca yahoo.cn yahoo.co.id yahoo.co.in yahoo.co.jp
yahoo.co.kr yahoo.co.nz yahoo.co.th yahoo.co.uk yahoo.com yahoo.com.ar yahoo.com.au yahoo.com.br yahoo.com.cn
yahoo.com.hk yahoo.com.is yahoo.com.mx yahoo.com.my yahoo.com.ph yahoo.com.ru yahoo.com.sg yahoo.com.tw yahoo.com.vn
yahoo.de yahoo.dk yahoo.es yahoo.fr yahoo.gr yahoo.ie yahoo.in yahoo.it yahoo.jp yahoo.ro yahoo.ru yahoo.se
yahoofs.com yahooproduct.net yalla.com yalla.com.lb yalook.com yam.com yandex.com yandex.ru yanet.me yapost.com
yapped.net yaqp.com yawmail.com ybb.ne.jp ycare.de ycn.ro ye.vc yeah.net yebox.com yedi.org yehey.com yemenmail.com
yep.it yepmail.net yhg.biz yifan.net ymail.com ynmrealty.com yodx.ro yogamaven.com yogotemail.com yomail.info yoo.ro
yopmail.com yopmail.fr yopmail.net yopmail.pp.ua yopolis.com you-spam.com youareadork.com yougotgoated.com
youmailr.com youneedmore.info your-house.com yourdomain.com yourewronghereswhy.com yourinbox.com yourlms.biz
yourlover.net yourname.freeservers.com yournightmare.com yours.com yourspamgoesto.space yourssincerely.com
yoursubdomain.zzn.com yourteacher.net yourwap.com yroid.com yspend.com yugasandrika.com yui.it yuoia.com yuuhuu.net
yuurok.com yxzx.net yyhmail.com yyolf.net z-o-e-v-a.ru z0d.eu z1p.biz z86.ru za.com zahadum.com zahav.net.il
zain.site zainmax.net zaktouni.fr zarabotokdoma11.ru zasod.com zaym-zaym.ru zdenka.net ze.tc zebins.com zebins.eu
zeepost.nl zehnminuten.de zehnminutenmail.de zepp.dk zetmail.com zfymail.com zhaowei.net zhcne.com zhorachu.com
zhouemail.510520.org ziggo.nl zik.dj zionweb.org zip.net zipido.com ziplip.com zipmail.com zipmail.com.br zipmax.com
zippymail.info zipsendtest.com zmail.ru zoaxe.com zoemail.com zoemail.net zoemail.org zoetropes.org zoho.com
zohomail.com zohomail.eu zombie-hive.com zomg.info zonnet.nl zoominternet.net zsero.com zubee.com zumpul.com
zuvio.com zuzzurello.com zwallet.com zxcv.com zxcvbnm.com zybermail.com zydecofan.com zzi.us zzn.com zzom.co.uk
$domains$, '\s+') as domain
where domain <> ''
on conflict do nothing;
