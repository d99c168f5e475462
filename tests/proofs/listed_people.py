"""Invented people for the proof of screening: those on a list, the same in disguise, and ordinary people.

Nobody here exists. Names are put together from parts: Slavic names from roots and endings, Arabic ones from
consonants and patterns, Chinese ones from syllables. Each part is written in its own script and in several
Latin spellings, by tables that know nothing of how the screening reads them. Ordinary people bear Portuguese
names with their frequencies.
"""

from __future__ import annotations

import random
import re
import tomllib
import unicodedata
from datetime import date, timedelta
from pathlib import Path

from msgspec import Struct

FREQUENCIES = Path("casino/compliance/screening/frequencies.toml")
# Surnames outside the published table. Together about a third of all.
RARER = """Abrantes Aguiar Albuquerque Alcobia Alegria Alpoim Amado Amaral Amorim Arruda Ávila Bacelar Barata Barradas Barreto Bastos
Belchior Belo Bento Bernardino Bettencourt Bexiga Boavida Botelho Bragança Branco Bugalho Cabral Caeiro Caetano Calado Caldeira Câmara
Canelas Cardeira Carneiro Carrapiço Carreira Carvalhal Casimiro Castanheira Caridade Cerqueira Chambel Chaves Cordeiro Cortês Coutinho
Covas Crespo Damasceno Damião Delgado Diogo Duque Encarnação Espada Espírito Evangelista Falcão Farinha Feijó Feliciano Figueira Filipe
Florêncio Fontes Fortuna Fraga Frade Frazão Gaivão Galvão Gama Gameiro Garrido Geraldes Godinho Gouveia Graça Granja Grilo Guedes
Guimarães Horta Inácio Jacinto Janeiro Jardim Judas Lacerda Lage Laranjeira Leal Leitão Lemos Lobato Lobo Loureiro Lucas Macedo
Madeira Madureira Malheiro Mamede Marinho Marreiros Martinho Mascarenhas Matias Medeiros Meireles Menezes Mesquita Milheiro Moniz
Montenegro Mourão Moutinho Murteira Negrão Noronha Novais Ourique Pacheco Paiva Palma Pardal Parreira Passos Patrício Pedrosa Peixoto
Penedo Pestana Picoto Pimenta Pimentel Pinhal Pombo Portela Prazeres Prates Quadros Queirós Quintas Rebelo Rego Resende Ribas Rijo
Robalo Rolo Romão Rosado Sabino Salgado Salgueiro Sampaio Saraiva Seabra Sequeira Serrano Severino Sobral Saldanha Taborda Tavira
Tomé Torres Travassos Trindade Valadares Valadas Valério Varela Vasconcelos Veiga Veloso Ventura Viana Vidal Vilela Viegas Xavier
Zagalo""".split()
MALE = """José António João Manuel Carlos Luís Pedro Paulo Rui Jorge Francisco Miguel Nuno Ricardo Tiago Fernando Joaquim Mário Rodrigo
Bruno André Hugo Vítor Filipe Sérgio Diogo Daniel Gonçalo Alexandre Eduardo David Henrique Fábio Marco Helder Duarte Afonso Tomás
Martim Gabriel Rafael Guilherme Domingos Armando Américo Augusto Artur Alberto""".split()

SLAVIC_ROOTS = """бел берез богат борт вар вас верш вихр вол ворон голуб гонч горб город гром гус дав дерев добр дорон дуб дым ерем
ерш жар жел журав забел зайц звер зим зор зуб игнат ильин калин камен карп кирил клим ковал козл колес колт комар конон корн корол
кост кош крас крив круг куз кулик лап лар лебед лес лис лог лом лукьян лунд мак мамонт март мат медвед мельн мерк мир миш мороз мух
назар некрас ник нос овчин ор осип остр павл панк панф парф пах пест петр пиво плат полян попл прох пуст ребр редьк рог родион руд
рыб ряб савель салт самар сев сем серебр сид сквор смирн сокол солов сороч степ стрел суб сух тар терент тимоф тит тих трет тур
уст фад фил фом хар хлеб холм храм цвет чеб черн чист шаб шев шир шиш шум щег щерб юд юр якуш яр""".split()
SLAVIC_ENDINGS = ["ов", "ев", "ин", "енко", "ский", "чук", "ович", "енков", "ников", "цев"]
SLAVIC_GIVEN = """Александр Алексей Анатолий Андрей Антон Аркадий Борис Вадим Валерий Василий Виктор Виталий Владимир Владислав Вячеслав
Геннадий Георгий Григорий Денис Дмитрий Евгений Игорь Илья Кирилл Константин Леонид Максим Михаил Николай Олег Павел Роман Руслан
Сергей Станислав Степан Тимур Фёдор Эдуард Юрий Ярослав""".split()
# Four ways to write Cyrillic in Latin letters: of passports, of scholars, of French and of German newspapers.
CYRILLIC = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"
SYSTEMS = [
    "a b v g d e e zh z i y k l m n o p r s t u f kh ts ch sh shch  y  e yu ya",
    "a b v g d e e ž z i j k l m n o p r s t u f h c č š šč  y  e ju ja",
    "a b v g d e e j z i i k l m n o p r s t ou f kh ts tch ch chtch  y  e iou ia",
    "a b w g d e jo sch s i j k l m n o p r s t u f ch z tsch sch schtsch  y  e ju ja",
]

# An Arabic consonant: its letter and its Latin spellings.
ARABIC = {
    "b": ("ب", ["b"]), "t": ("ت", ["t"]), "j": ("ج", ["j", "dj"]), "h": ("ح", ["h"]), "x": ("خ", ["kh"]),
    "d": ("د", ["d"]), "r": ("ر", ["r"]), "z": ("ز", ["z"]), "s": ("س", ["s", "ss"]), "S": ("ش", ["sh", "ch"]),
    "q": ("ق", ["q", "k"]), "k": ("ك", ["k"]), "l": ("ل", ["l"]), "m": ("م", ["m"]), "n": ("ن", ["n"]),
    "f": ("ف", ["f"]), "g": ("غ", ["gh"]),
}  # fmt: skip
# A vowel: what the script writes for it, and its Latin spellings. Short ones are not written.
VOWELS = {
    "a": ("", ["a"]),
    "i": ("", ["i", "e"]),
    "u": ("", ["u", "o", "ou"]),
    "A": ("ا", ["a"]),
    "I": ("ي", ["i", "ee"]),
    "U": ("و", ["u", "ou", "oo"]),
}
PATTERNS = ["1A2i3", "1a2I3", "mu1a22a3", "1a22A3", "1a2A3", "ma12U3", "1u2a3", "1U2A3"]

SURNAMES_CHINESE = "王Wang 李Li 张Zhang 刘Liu 陈Chen 杨Yang 赵Zhao 黄Huang 周Zhou 吴Wu 徐Xu 孙Sun 胡Hu 朱Zhu 高Gao 林Lin 何He 郭Guo 马Ma 罗Luo 梁Liang 宋Song 郑Zheng 谢Xie 韩Han 唐Tang 冯Feng 于Yu 董Dong 萧Xiao 程Cheng 曹Cao 袁Yuan 邓Deng 许Xu 傅Fu 沈Shen 彭Peng 吕Lü 苏Su 卢Lu 蒋Jiang 蔡Cai 魏Wei 薛Xue 叶Ye 潘Pan 杜Du 夏Xia 钟Zhong 汪Wang 田Tian 任Ren 姜Jiang 范Fan 方Fang 石Shi 姚Yao 谭Tan 廖Liao 邹Zou 熊Xiong 金Jin 陆Lu 郝Hao 孔Kong 白Bai 崔Cui 康Kang 毛Mao 邱Qiu 秦Qin 江Jiang 史Shi 顾Gu 侯Hou 邵Shao 孟Meng 龙Long 万Wan 段Duan 钱Qian 汤Tang 尹Yin 黎Li 易Yi 常Chang 武Wu 乔Qiao 贺He 赖Lai 龚Gong 文Wen".split()
GIVEN_CHINESE = "明Ming 国Guo 华Hua 建Jian 文Wen 平Ping 志Zhi 伟Wei 海Hai 军Jun 强Qiang 峰Feng 磊Lei 洋Yang 勇Yong 杰Jie 涛Tao 超Chao 辉Hui 刚Gang 健Jian 龙Long 俊Jun 帆Fan 凯Kai 鑫Xin 浩Hao 宇Yu 波Bo 斌Bin 成Cheng 东Dong 荣Rong 新Xin 林Lin 生Sheng 春Chun 福Fu 玉Yu 红Hong 英Ying 秀Xiu 芳Fang 娜Na 静Jing 丽Li 艳Yan 霞Xia 兰Lan 梅Mei 云Yun 雪Xue 倩Qian 琳Lin 婷Ting 颖Ying 佳Jia 欣Xin 思Si 雨Yu 晨Chen 阳Yang 天Tian 宁Ning 安An 乐Le 学Xue 德De 义Yi 忠Zhong 仁Ren 良Liang 才Cai 贵Gui 全Quan 大Da 正Zheng 少Shao 庆Qing 永Yong 长Chang 宝Bao 金Jin 山Shan 泽Ze 松Song 柏Bai 瑞Rui 祥Xiang 康Kang 振Zhen 启Qi 嘉Jia 子Zi 一Yi 维Wei 克Ke 晓Xiao 立Li 民Min".split()

GREEK_GIVEN = "Γεώργιος/Georgios/Yeoryios Δημήτριος/Dimitrios/Demetrios Κωνσταντίνος/Konstantinos/Constantinos Ιωάννης/Ioannis/Yannis Νικόλαος/Nikolaos/Nicolaos Χρήστος/Christos/Hristos Παναγιώτης/Panagiotis/Panayiotis Βασίλειος/Vasileios/Vassilios Αθανάσιος/Athanasios/Athanassios Ευάγγελος/Evangelos/Evagelos Σπυρίδων/Spyridon/Spiridon Αναστάσιος/Anastasios/Anastassios Θεόδωρος/Theodoros/Teodoros Εμμανουήλ/Emmanouil/Emmanuil Σταύρος/Stavros/Stauros".split()
GREEK_ROOTS = "Παπα/Papa/Papa Καρα/Kara/Cara Χατζη/Chatzi/Hatzi Γεωργ/Georg/Yeorg Δημητρ/Dimitr/Demetr Νικολ/Nikol/Nicol Αντων/Anton/Antwn Βασιλ/Vasil/Vassil Θεοδωρ/Theodor/Teodor Μιχαλ/Michal/Mihal Αλεξ/Alex/Alex Στεφαν/Stefan/Stephan Κυριακ/Kyriak/Kiriak Λαμπρ/Lampr/Lambr Μαυρ/Mavr/Maur Ξεν/Xen/Ksen Ζαφειρ/Zafeir/Zafir Φωτ/Fot/Phot".split()
GREEK_MIDDLE = (
    "/ / κωστ/kost/cost μιχ/mich/mih γιανν/giann/yiann δοπ/dop/dop σταθ/stath/stat λυκ/lyk/lik".replace(
        "/ /", "//"
    ).split()
)
GREEK_ENDINGS = (
    "όπουλος/opoulos/opulos ίδης/idis/ides άκης/akis/akes άδης/adis/ades ίου/iou/iu έας/eas/eas".split()
)

LATIN_GIVEN = "Alejandro Alfonso Álvaro Andrés Arturo César Emilio Enrique Ernesto Esteban Fabián Federico Felipe Germán Gustavo Héctor Hernán Ignacio Iván Javier Joaquín Julián Leopoldo Lorenzo Marcelo Mauricio Nicolás Óscar Pablo Ramón Raúl Rodolfo Santiago Sebastián Tomás Víctor Jean Pierre Michel Philippe Laurent Étienne François Gérard Karl Heinz Jürgen Günther Wolfgang Jan Pieter Willem Giovanni Giuseppe Salvatore Vincenzo Luca John William Robert Thomas Patrick Kevin Brian George Edward Henry".split()
LATIN_STARTS = "Agu Alba Ande Arce Ball Barr Beni Bern Brand Calde Camp Carri Cast Cerv Dela Domi Echev Esco Fald Figu Fuen Gall Garm Grij Guerr Hern Hidal Iban Jimé Kell Land Lede Leyv Lind Maldo Marr Mendo Monta Mora Naran Oliv Orte Pache Pala Peñal Quint Rami Rein Rosal Salaz Sando Sier Sol Tamay Toval Urib Vald Varg Velas Villal Wald Weis Zambr Zúñi".split()
LATIN_ENDINGS = "ez era ano ín osa illo anda ero ona ales ada ello ard mann berg ini etti ois son ton".split()

WEIGHTS = {"arabic": 25, "slavic": 24, "latin": 22, "chinese": 12, "portuguese": 12, "greek": 5}


class Spelled(Struct, frozen=True):
    """A word of a name: in its own script, and in its Latin spellings."""

    script: str
    latin: tuple[str, ...]


class Person(Struct, frozen=True):
    culture: str
    words: tuple[Spelled, ...]
    birth: date
    listed_names: tuple[str, ...]
    listed_births: tuple[str, ...]
    spelling: int  # which of the Latin spellings the list has


def zipf(chance: random.Random, rows: list[str]) -> str:
    """Earlier rows are more frequent, as names are."""
    return rows[min(len(rows) - 1, int(len(rows) * chance.random() ** 1.6))]


def _cyrillic(text: str) -> Spelled:
    def written(system: str) -> str:
        table = dict(zip(CYRILLIC, system.split(" "), strict=True))
        return "".join(table[letter] for letter in text.lower()).capitalize()

    return Spelled(text, tuple(written(system) for system in SYSTEMS))


def _slavic(chance: random.Random) -> list[Spelled]:
    given, father = zipf(chance, SLAVIC_GIVEN), zipf(chance, SLAVIC_GIVEN)
    stem = father.rstrip("йья")
    patronymic = stem + ("евич" if father.endswith(("й", "ь", "я")) else "ович")
    surname = (zipf(chance, SLAVIC_ROOTS) + chance.choice(SLAVIC_ENDINGS)).capitalize()
    words = [given, patronymic, surname] if chance.random() < 0.8 else [given, surname]
    return [_cyrillic(word) for word in words]


def _root(chance: random.Random, number: int) -> tuple[str, str, str]:
    maker = random.Random(int(number * chance.random() ** 1.6))
    one, two, three = maker.sample(sorted(ARABIC), 3)
    return one, two, three


def _arabic_word(chance: random.Random, number: int, nisba: bool) -> Spelled:
    root = _root(chance, number)
    pattern = random.Random("".join(root)).choice(PATTERNS) + ("I" if nisba else "")
    script, spellings = "ال" if nisba else "", ["", "", "", ""]
    for letter in pattern:
        sign = root[int(letter) - 1] if letter.isdigit() else letter
        written, latin = (ARABIC | VOWELS)[sign]
        if not (letter.isdigit() and script.endswith(written)):  # a doubled consonant is written once
            script += written
        spellings = [text + latin[min(way, len(latin) - 1)] for way, text in enumerate(spellings)]
    prefixes = ["al-", "Al ", "el-", "El "] if nisba else [""] * 4
    return Spelled(script, tuple(p + text.capitalize() for p, text in zip(prefixes, spellings, strict=True)))


def _arabic(chance: random.Random) -> list[Spelled]:
    words = [_arabic_word(chance, 160, nisba=False) for _ in range(chance.choice((1, 2, 2, 3)))]
    if chance.random() < 0.2:
        of_god = _arabic_word(chance, 60, nisba=False)
        latin = tuple(
            f"{servant}{text}"
            for servant, text in zip(("Abd al-", "Abdul ", "Abdel", "Abd el-"), of_god.latin, strict=True)
        )
        words[0] = Spelled(f"عبد ال{of_god.script}", latin)
    return [*words, _arabic_word(chance, 900, nisba=True)]


def _chinese(chance: random.Random) -> list[Spelled]:
    def syllables(rows: list[str], number: int) -> tuple[str, list[str]]:
        chosen = [zipf(chance, rows) for _ in range(number)]
        return "".join(row[0] for row in chosen), [row[1:] for row in chosen]

    family, latin_family = syllables(SURNAMES_CHINESE, 1)
    given, latin = syllables(GIVEN_CHINESE, 2 if chance.random() < 0.85 else 1)
    joined = latin[0] + "".join(latin[1:]).lower()
    ways = (joined, "-".join(latin), " ".join(latin), joined)
    return [Spelled(family, (latin_family[0],) * 4), Spelled(given, ways)]


def _slashed(row: str) -> list[str]:
    parts = row.split("/")
    return parts if len(parts) == 3 else ["", "", ""]


def _greek(chance: random.Random) -> list[Spelled]:
    given, father = _slashed(zipf(chance, GREEK_GIVEN)), _slashed(zipf(chance, GREEK_GIVEN))
    parts = [
        _slashed(zipf(chance, GREEK_ROOTS)),
        _slashed(chance.choice(GREEK_MIDDLE)),
        _slashed(chance.choice(GREEK_ENDINGS)),
    ]
    surname = ["".join(part[way] for part in parts) for way in range(3)]
    rows = [given, surname] if chance.random() < 0.5 else [given, father, surname]
    return [Spelled(row[0], (row[1], row[2], row[1], row[2])) for row in rows]


def _plain(text: str) -> Spelled:
    return Spelled("", (text,) * 4)


def _latin(chance: random.Random) -> list[Spelled]:
    given = [zipf(chance, LATIN_GIVEN) for _ in range(chance.choice((1, 1, 2)))]
    surnames = [
        zipf(chance, LATIN_STARTS) + chance.choice(LATIN_ENDINGS) for _ in range(chance.choice((1, 2)))
    ]
    return [_plain(word) for word in given + surnames]


class Portuguese:
    """Draws names as frequent as they are."""

    def __init__(self) -> None:
        parts = tomllib.loads(FREQUENCIES.read_text("utf-8"))
        tables = [
            re.findall(r"([^\s,]+) ([\d.]+)", parts[part]["percent"]) for part in ("surnames", "first_names")
        ]
        surnames = [(name, float(percent)) for name, percent in tables[0]]
        first = [(name, float(percent)) for name, percent in tables[1]]
        each = sum(percent for _, percent in surnames) / 2 / len(RARER)
        self.surnames = [*surnames, *((name, each) for name in RARER)]
        self.first = {
            True: [(name, percent) for name, percent in first if name in MALE],
            False: [(name, percent) for name, percent in first if name not in MALE],
        }

    def words(self, chance: random.Random) -> list[str]:
        def drawn(rows: list[tuple[str, float]], number: int) -> list[str]:
            names = chance.choices([name for name, _ in rows], [share for _, share in rows], k=number)
            return list(dict.fromkeys(names))

        first = drawn(self.first[chance.random() < 0.6], 1 if chance.random() < 0.35 else 2)
        return first + drawn(self.surnames, chance.choice((2, 2, 3)))

    def name(self, chance: random.Random) -> str:
        words = self.words(chance)
        particles = {
            "Silva": "da",
            "Santos": "dos",
            "Costa": "da",
            "Jesus": "de",
            "Cruz": "da",
            "Cunha": "da",
            "Rocha": "da",
        }
        return " ".join(
            f"{particles[word]} {word}" if word in particles and number else word
            for number, word in enumerate(words)
        )


PORTUGUESE = Portuguese()
CULTURES = {
    "arabic": _arabic,
    "slavic": _slavic,
    "latin": _latin,
    "chinese": _chinese,
    "greek": _greek,
    "portuguese": lambda chance: [_plain(word) for word in PORTUGUESE.words(chance)],
}


def birth_date(chance: random.Random) -> date:
    return date(1940, 1, 1) + timedelta(days=chance.randrange(365 * 64))


def listed_person(chance: random.Random, culture: str = "") -> Person:
    culture = culture or chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
    words = CULTURES[culture](chance)
    birth, spelling = birth_date(chance), chance.randrange(4)
    names = [" ".join(word.latin[spelling] for word in words)]
    script = (
        "".join(word.script for word in words)
        if culture == "chinese"
        else " ".join(word.script for word in words)
    )
    if script.strip() and chance.random() < 0.6:
        names.append(script.strip())
        if chance.random() < 0.15:
            names.pop(0)  # listed in its own script alone
    births = chance.choices([(birth.isoformat(),), (str(birth.year),), ()], (60, 22, 18))[0]
    return Person(culture, tuple(words), birth, tuple(names), births, spelling)


# --- disguises


def _without_marks(name: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c))


def _mistyped(chance: random.Random, name: str) -> str:
    """One letter of the longest word is lost, doubled, replaced, or changes places with its neighbour."""
    words = name.split(" ")
    place = max(range(len(words)), key=lambda number: len(words[number]))
    word, at = words[place], 1 + chance.randrange(max(1, len(words[place]) - 2))
    words[place] = chance.choice(
        (
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
            word[:at] + chance.choice("aeiolnrst") + word[at + 1 :],
            word[: at - 1] + word[at : at + 1] + word[at - 1 : at] + word[at + 1 :]
            if at > 1
            else word + word[-1],
        )
    )
    return " ".join(words)


def disguises(chance: random.Random, person: Person) -> tuple[str, str]:
    """A name under which the person may register, and what was done to it."""
    kinds = ["spelling", "order", "marks", "particles", "mistyped", "left out", "joined"]
    kind = chance.choice(kinds)
    way = (
        (person.spelling + chance.randrange(1, 4)) % 4
        if kind == "spelling" or chance.random() < 0.4
        else person.spelling
    )
    words = [word.latin[way] for word in person.words]
    match kind:
        case "order":
            words = [words[-1], *words[:-1]]
        case "left out" if len(words) > 2:
            del words[1]
        case "joined" if len(words) > 2:
            words[:2] = [words[0] + chance.choice(("", "-")) + words[1].lower()]
        case "particles":
            words.insert(len(words) - 1, chance.choice(("de", "da", "bin", "van")))
    name = " ".join(words)
    if kind == "marks":
        name = _without_marks(name).upper()
    if kind == "mistyped":
        name = _mistyped(chance, name)
    return name, kind
