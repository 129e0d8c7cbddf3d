"""RLA-ES' stems with their endings, without pronouns hung on verbs (dámelo, irse)."""

from collections.abc import Iterator

from dictionaries import _affixes
from dictionaries._files import Folders

INFINITIVES_AND_GERUNDS = ("arse", "erse", "irse", "írse", "ndose")
FLAGS_OF_PRONOUNS = "UP"  # with those outside ASCII
PRONOUNS = ("me", "te", "se", "la", "las", "le", "les", "lo", "los", "nos", "os")
UNSTRESSED = str.maketrans("áéíóú", "aeiou")
# Forms of verbs that are stems without flags, as are their pronouns' (dale, haberlo, úsense).
# An imperative in -s or -d loses that letter before -nos and -os: démonos, andaos.
HOSTS = frozenset(
    """
    abolir acaecer acontecer andar dar decir erguir estar haber hacer ir jugar oler poder ser
    andando dando diciendo irguiendo estando habiendo haciendo yendo jugando oliendo pudiendo siendo
    abre abri abra abrid abran abramo advierta alza alce alzad ama ame amad amen amemo anda ande
    andad anden arma arme armad armemo ata ate atad aten atemo da de dad den demo di deci decid
    echa eche echad echen echemo entra entre entrad entremo esta este estad esten hace hacete haga
    haz hagan juga odia oi oid oye oiga oigan ole oled huela huelan una une uni unid unan unamo
    unta unte untad unten usa use usad usen usemo vaya
    """.split()  # noqa: SIM905 (a page of quotation marks)
)


def spellings(folders: Folders) -> Iterator[str]:
    """Yield raw spellings."""
    words = dictionary(folders).words()
    yield from (word for word in words if not word.endswith(INFINITIVES_AND_GERUNDS))


def dictionary(folders: Folders) -> _affixes.Dictionary:
    """Return the stems and endings, without names and pronouns."""
    aff = folders["hunspell-es"] / "usr/share/hunspell/es_ES.aff"
    return _affixes.read(aff, _is_word, _adds_to_a_word)


def _is_word(stem: str, flags: _affixes.Flags) -> bool:
    return stem.islower() and (bool(flags) or not _has_pronoun(stem.translate(UNSTRESSED)))


def _adds_to_a_word(flag: str, _: str) -> bool:
    return flag.isascii() and flag not in FLAGS_OF_PRONOUNS


def _has_pronoun(form: str) -> bool:
    for pronoun in PRONOUNS:
        host = form.removesuffix(pronoun)
        if host != form and (host in HOSTS or host + "d" in HOSTS or _has_pronoun(host)):
            return True
    return False
